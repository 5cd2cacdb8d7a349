/** Says that the scripted agent asks, and that nothing real hangs on the answer. Only the server knows: no agent can claim it. */
export function DemoTag() {
  return (
    <span className="chip" title={ABOUT}>
      Demo<span className="unseen">: {ABOUT}</span>
    </span>
  )
}

const ABOUT = 'asked by the scripted agent; nothing real happens'
