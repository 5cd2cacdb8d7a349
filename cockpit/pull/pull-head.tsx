import { Link } from '@tanstack/react-router'
import type { PullView } from '../../src/api/pull-views.ts'
import { behindText } from '../../src/model/behind-text.ts'
import { isOutlived, OUTLIVED } from '../../src/model/outlived-approval.ts'
import { owedOn } from '../../src/model/owed-on.ts'
import { turnOf } from '../../src/model/turn-of.ts'
import { NextUp } from '../checkpoint/next-up.tsx'
import { useMe } from '../data/use-me.ts'
import type { Compared } from '../data/use-pull.ts'
import { Name } from '../parts/asked-sentence.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Ago } from '../parts/time.tsx'
import { Visible } from '../parts/visible.tsx'
import { useName } from '../shell/page-title.ts'
import { trapOfPushing } from './after-joining.ts'
import { PullOutcome } from './pull-outcome.tsx'
import { PullTerms } from './pull-terms.tsx'

interface Props {
  readonly view: PullView
  /** How it stands at this moment, which may be a round further. */
  readonly latest: PullView
  readonly compared: Compared
  readonly onCompare: (compared: Compared) => void
}

/** Whose work it is, of which phase, on which branch, and which rounds are looked at. */
export function PullHead({ view, latest, compared, onCompare }: Props) {
  const { pull, checkpoint } = view
  useName(pull.title || pull.id)
  return (
    <header className="review-head">
      <p className="small dim job-line">
        <Link to="/jobs/$job" params={{ job: pull.job }}>
          <Visible text={pull.job} />
        </Link>
        <span>
          phase {pull.phase.number}, <Visible text={pull.phase.type} />
        </span>
        <StatusChip view={latest} />
      </p>
      <h1>
        <Visible text={pull.title} />
      </h1>
      <p className="pull-line">
        <span>
          by <Name text={pull.agent} />, opened <Ago at={pull.opened_at} word=" ago" />
        </span>
        <Branch name={pull.branch} />
        <RoundPicker view={view} compared={compared} onCompare={onCompare} />
        <Link
          className="button quiet"
          to="/pulls/$pull/files"
          params={{ pull: pull.id }}
          search={{ round: compared.round }}
        >
          Files
        </Link>
        {checkpoint !== null && (
          <Link className="button quiet" to="/c/$checkpoint" params={{ checkpoint: checkpoint.id }}>
            Checkpoint
          </Link>
        )}
      </p>
      <PullTerms view={latest} />
      <Trap view={latest} />
      <Turn view={latest} />
      <OnForge view={latest} />
      <PullOutcome view={latest} />
      <NextUp after={latest.checkpoint?.id} />
    </header>
  )
}

/** Whoever works alone learns it before they push, and not afterwards. */
function Trap({ view }: Pick<Props, 'view'>) {
  const why = trapOfPushing(view, useMe())
  if (why === null) return null
  return (
    <p className="small dim">
      {why} If you work alone, say so first, in the <Link to="/settings">settings</Link>.
    </p>
  )
}

/** What keeps it from going on where people review it, so that nobody wonders why nothing moves. */
function OnForge({ view: { pull, checkpoint, job_status } }: Pick<Props, 'view'>) {
  if (pull.status !== 'open' || pull.hosted === undefined) return null
  const { strayed } = pull.hosted
  // What was approved no more is not merged for that reason.
  const refused = turnOf(pull, checkpoint, job_status) === 'merge' ? pull.hosted.refused : null
  return (
    <>
      {refused !== null && (
        <p className="notice ask">
          <span>
            The forge does not merge it yet: <Visible text={refused} />
          </span>
        </p>
      )}
      {strayed !== null && (
        <p className="notice ask">
          <span>
            On the forge, and not by Leeway: <Visible text={strayed} />
          </span>
        </p>
      )}
    </>
  )
}

/** Who has to do something next, where that is not the reviewer. */
function Turn({ view }: Pick<Props, 'view'>) {
  const { pull, checkpoint } = view
  if (isStopped(view)) {
    return (
      <p className="notice deny">
        Nobody works on it, because its job is stopped.{' '}
        <Link to="/jobs/$job" params={{ job: pull.job }}>
          See why, and resume it
        </Link>
      </p>
    )
  }
  if (pull.status === 'open' && pull.stuck !== undefined) {
    return (
      <p className="notice deny">
        <span>
          {checkpoint === null ? 'The policy let it pass' : 'It is approved'}, and could not be merged:{' '}
          <Visible text={pull.stuck.reason} />{' '}
          <StuckThen isHosted={pull.hosted !== undefined} reason={pull.stuck.reason} />
        </span>
      </p>
    )
  }
  if (checkpoint?.status === 'pending' && checkpoint.sent_back)
    return <p className="notice ask">The work is with the agent, which has yet to bring its next round.</p>
  if (pull.status === 'open' && pull.behind !== undefined) {
    return (
      <p className="notice ask">
        <span>
          Main <Visible text={behindText({ round: pull.round, behind: pull.behind })} />
        </span>
      </p>
    )
  }
  return <AfterApproval view={view} />
}

/** What an approval that was not taken up yet waits for. */
function AfterApproval({ view }: Pick<Props, 'view'>) {
  const { pull, checkpoint } = view
  if (pull.status !== 'open' || checkpoint === null || checkpoint.spent_at !== null) return null
  if (isOutlived(pull, checkpoint)) return <p className="notice ask">{OUTLIVED}</p>
  if (!isAnswering(view)) return null
  return (
    <p className="notice ask">
      It is approved. The agent has yet to answer {comments(owedOn(pull, checkpoint))}; where it changes nothing for
      that, it is merged.
    </p>
  )
}

/** What to do then. Where a forge keeps `main`, it may have made the merge already. */
function StuckThen({ isHosted, reason }: { readonly isHosted: boolean; readonly reason: string }) {
  if (isHosted)
    return <>The forge may have merged it already; once it is mended, that is found, or it is merged within a minute.</>
  // What git says may have sent them there already.
  if (reason.includes('leeway doctor')) return <>Main is as it was; once it is mended, it is merged within a minute.</>
  return (
    <>
      Main is as it was. <b>Next:</b> <code>leeway doctor</code> names what is wrong; once it is mended, it is merged
      within a minute.
    </>
  )
}

function isStopped({ pull, job_status }: Props['view']): boolean {
  return pull.status === 'open' && job_status === 'stopped'
}

/** Approved, and held up by comments alone. */
function isAnswering({ pull, checkpoint }: Props['view']): boolean {
  return pull.status === 'open' && isApproved({ pull, checkpoint }) && owedOn(pull, checkpoint) > 0
}

/** And nobody has voided it since, or put something else in the place of what was approved. */
function isApproved({ pull, checkpoint }: Pick<Props['view'], 'pull' | 'checkpoint'>): boolean {
  return checkpoint?.status === 'approved' && checkpoint.spent_at === null && !isOutlived(pull, checkpoint)
}

function comments(count: number): string {
  return count === 1 ? 'one comment' : `${count} comments`
}

function StatusChip({ view }: Pick<Props, 'view'>) {
  const { pull, checkpoint } = view
  if (pull.status === 'merged') return <span className="chip allow">merged</span>
  if (pull.status === 'closed') return <span className="chip deny">closed</span>
  if (isStopped(view)) return <span className="chip deny">stopped</span>
  const permitted = checkpoint === null ? 'passed' : 'approved'
  if (pull.stuck !== undefined) return <span className="chip deny">{permitted}, merge failed</span>
  if (pull.merge !== null) return <span className="chip allow">{permitted}, being merged</span>
  if (isApproved(view)) return <span className="chip allow">approved</span>
  const isHere = turnOf(pull, checkpoint, view.job_status) === 'review'
  return <span className="chip ask">{isHere ? 'waits for review' : 'with the agent'}</span>
}

function Branch({ name }: { readonly name: string }) {
  return (
    <span className="nowrap">
      branch <Name text={name} /> <CopyButton what="the name of the branch" text={name} />
    </span>
  )
}

/** What it is compared with stays, as long as that came before. */
function comparedIn(round: number, since: number | undefined): Compared {
  return since !== undefined && since < round ? { round, since } : { round }
}

/** Any round against its base or an earlier round; what is new since one's own last review is one click away. */
function RoundPicker({ view: { pull, rounds, marks }, compared: { round, since }, onCompare }: Omit<Props, 'latest'>) {
  const reviewed = marks.reviewed
  const isSinceMine = since === reviewed && round === pull.round
  return (
    <>
      <select
        className="input round-picker"
        aria-label="Round"
        value={round}
        onChange={(event) => onCompare(comparedIn(Number(event.target.value), since))}
      >
        {rounds.map(({ number, by, files }) => (
          <option key={number} value={number}>
            round {number} · {by.id} · {files} files
          </option>
        ))}
      </select>
      {round > 1 && (
        <select
          className="input round-picker"
          aria-label="Compare with"
          value={since ?? 0}
          onChange={(event) => onCompare({ round, since: Number(event.target.value) || undefined })}
        >
          <option value={0}>all changes</option>
          {rounds
            .filter(({ number }) => number < round)
            .map(({ number }) => (
              <option key={number} value={number}>
                since round {number}
              </option>
            ))}
        </select>
      )}
      {reviewed > 0 && reviewed < pull.round && (
        <button
          type="button"
          className="button"
          aria-pressed={isSinceMine}
          onClick={() => onCompare({ round: pull.round, since: isSinceMine ? undefined : reviewed })}
        >
          Since my last review
        </button>
      )}
    </>
  )
}
