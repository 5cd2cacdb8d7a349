import { expect, test } from 'vitest'
import { calledAs } from './called-as.ts'

const CHECKOUT = { npm_lifecycle_script: 'cd "${INIT_CWD:-.}" && exec node "$OLDPWD/src/cli/main.ts"' }
const AT = (path: string) => ({ ...CHECKOUT, npm_package_json: `${path}/package.json`, npm_config_prefix: path })

test.for([
  ['an installed command', {}, 'leeway'],
  ['`npm run leeway` in a checkout', CHECKOUT, 'npm run -s leeway --'],
  ['`npm start` in a checkout', { npm_lifecycle_script: 'node src/cli/main.ts up --demo' }, 'npm run -s leeway --'],
  ['`npm --prefix` from elsewhere', AT('/home/ada/leeway'), 'npm --prefix /home/ada/leeway run -s leeway --'],
  ['a checkout with a space', AT("/home/ada's work"), `npm --prefix '/home/ada'\\''s work' run -s leeway --`],
  ['`npx leeway`', { npm_lifecycle_script: "'leeway'" }, 'npx leeway'],
  ['a script of a project', { npm_lifecycle_script: 'leeway up' }, 'npx leeway'],
  ['another program of npm', { npm_lifecycle_script: 'vitest run src/leeway' }, 'leeway'],
] as const)('%s', ([, environment, typed]) => {
  expect(calledAs(environment)).toBe(typed)
})

test('a program that imports us has the command beside it', () => {
  expect(calledAs({}, 'file:///home/ada/mailer/node_modules/leeway/dist/compose.js')).toBe('npx leeway')
  expect(calledAs({}, 'file:///home/ada/leeway/src/compose.ts')).toBe('leeway')
})
