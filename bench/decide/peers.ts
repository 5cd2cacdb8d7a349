import type { Contender } from '../contender.ts'

/** Opens every peer; their packages are loaded here and nowhere else, so that a quick run needs none of them. */
export async function openPeers(): Promise<readonly Contender[]> {
  const [{ openCasl }, { openCasbin }, { openJsonRulesEngine }, { openCedar, openStatelessCedar }] = await Promise.all([
    import('./peers/casl.ts'),
    import('./peers/casbin.ts'),
    import('./peers/json-rules-engine.ts'),
    import('./peers/cedar.ts'),
  ])
  return Promise.all([openCasl(), openCasbin(), openJsonRulesEngine(), openCedar(), openStatelessCedar()])
}
