import { maySee } from '../../engine/access.ts'
import { type SubmitReview, submitReview } from '../../engine/pull/submit-review.ts'
import type { Proof } from '../../model/step-up.ts'
import { draftPlaces } from '../../sdk/desk/desk-pulls.ts'
import { newId } from '../../sdk/new-id.ts'
import type { ListedPull } from '../../sdk/pull-desk.ts'
import type { Wanted } from '../access/about.ts'
import { completed } from '../access/completed.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { deskOf, seatOf } from './desk-of.ts'
import { scan } from './scan.ts'

type Names =
  | 'list_pulls'
  | 'read_pull'
  | 'read_diff'
  | 'list_files'
  | 'read_file'
  | 'download_file'
  | 'submit_review'
  | 'talk_in_thread'
  | 'save_drafts'
  | 'save_unsent'
  | 'mark_files'
  | 'commit_files'

/** Pull requests, as people review them. */
export function pullHandlers(house: House): HandlersOf<Names> {
  const { context } = house
  return {
    list_pulls: async ({ principal, input }) => {
      const { pulls } = deskOf(context, principal)
      const { status: statuses, job, tenant, stuck } = input
      const placeOf = ({ opened_at, id }: ListedPull) => ({ value: opened_at, id })
      const turn = (query: Parameters<Parameters<typeof scan<ListedPull>>[1]>[0]) =>
        pulls.list({ ...query, statuses, job, stuck })
      return scan(input, turn, { fits: (row) => (tenant ?? row.tenant) === row.tenant, placeOf })
    },
    read_pull: ({ principal, input }) => deskOf(context, principal).pulls.read(input.pull),
    read_diff: ({ principal, input: { pull, ...compared } }) => deskOf(context, principal).pulls.diff(pull, compared),
    list_files: ({ principal, input }) => deskOf(context, principal).pulls.files(input.pull, input.round),
    read_file: ({ principal, input: { pull, ...which } }) => deskOf(context, principal).pulls.file(pull, which),
    download_file: async ({ principal, input: { pull, ...which } }) => ({
      name: which.path,
      ...(await deskOf(context, principal).pulls.download(pull, which)),
    }),
    submit_review: (call) => submit(house, call),
    talk_in_thread: async ({ principal, input, idempotency }) => {
      await deskOf(context, principal, idempotency).pulls.talk(input)
      return { thread: input.thread }
    },
    save_drafts: async ({ principal, input, idempotency }) => {
      await deskOf(context, principal, idempotency).pulls.saveDrafts(input.pull, input.drafts, input.removed)
      return { drafts: input.drafts.length }
    },
    save_unsent: ({ principal, input: { pull, ...change }, idempotency }) =>
      deskOf(context, principal, idempotency).pulls.saveUnsent(pull, change),
    mark_files: async ({ principal, input, idempotency }) => {
      const { pulls: desk } = deskOf(context, principal, idempotency)
      return { marked: await desk.markFiles(input.pull, input.viewed) }
    },
    commit_files: ({ principal, input, idempotency }) => deskOf(context, principal, idempotency).pulls.commit(input),
  }
}

async function submit({ context, stepUps }: House, { principal, input, idempotency }: Call<'submit_review'>) {
  const { code, passphrase, assertion, ...review } = input
  const wanted = await proofFor(context, principal, review)
  let take = async (): Promise<Proof | null> => null
  // A proof that is none, or is for another commit, is told before anything else of the review; and where its lines are may refuse it too.
  const place = async (given: SubmitReview): Promise<SubmitReview> => {
    if (wanted !== null) take = await stepUps.look(principal, { code, passphrase, assertion }, wanted)
    return { ...given, places: await draftPlaces(seatOf(context, principal), review) }
  }
  const prove = async (given: SubmitReview) => ({ ...given, step_up: await take() })
  const verb = completed(
    completed(submitReview, prove, () => context.store.now()),
    place,
  )
  const given = { ...review, by: principal.actor, step_up: null, grant: newId('grt') }
  const { status, revision, missing } = await principal.run(verb, given, idempotency)
  return { status, revision, missing }
}

/** What a proof of presence has to be for. What nobody holds, or the caller may not see, is refused by the verb, whatever is proved. */
async function proofFor(
  { store }: House['context'],
  { me }: PersonPrincipal,
  { pull: id, head, content_hash }: Pick<SubmitReview, 'pull' | 'head' | 'content_hash'>,
): Promise<Wanted | null> {
  const pull = (await store.get('pulls', id))?.row
  if (pull === undefined || pull.checkpoint === null || !maySee(await me(), pull.tenant)) return null
  return { for: { do: 'answer', checkpoint: pull.checkpoint, content_hash }, head }
}
