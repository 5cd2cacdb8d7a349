import { Prose, Visible } from './visible.tsx'

/** The agent's own words, visibly apart: nobody has checked them, and they are no part of what is approved. */
export function AgentSays({ agent, text }: { readonly agent: string; readonly text: string }) {
  if (text.trim() === '') return null
  return (
    <figure className="agent-says">
      <figcaption>
        The agent <Visible text={agent} /> says · not checked, not part of what is approved
      </figcaption>
      <blockquote>
        <Prose text={text} />
      </blockquote>
    </figure>
  )
}
