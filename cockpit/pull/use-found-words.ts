import { useEffect } from 'react'
import type { Stretch } from '../parts/visible.tsx'

/** Every text of the changes that is drawn at this moment, a line or a piece of a block each. */
const TEXTS = '.diff-rows :is(.dl-text, .markdown) .visible'
/** What is named in the place of a character that is not seen; it stands for one that nobody can type. */
const NAMED = '.hidden-character'

/**
 * Sets off the words that are looked for, in whatever is drawn: those of the line that one is at, and all others. The browser does so without any
 * element of its own, so that lines need not be drawn anew; one that can't leaves it at the mark of the line.
 */
export function useFoundWords(wordsIn: ((text: string) => readonly Stretch[]) | null): void {
  useEffect(() => {
    const changes = document.querySelector('.changes-main')
    if (wordsIn === null || changes === null || !('highlights' in CSS)) return undefined
    let frame = 0
    const draw = () => {
      frame = 0
      const [here, others] = [new Highlight(), new Highlight()]
      for (const text of changes.querySelectorAll(TEXTS)) {
        const into = text.closest('[data-found="true"]') === null ? others : here
        for (const range of rangesIn(text, wordsIn)) into.add(range)
      }
      CSS.highlights.set('found', others)
      CSS.highlights.set('found-here', here)
    }
    const later = () => {
      frame ||= requestAnimationFrame(draw)
    }
    const observer = new MutationObserver(later)
    observer.observe(changes, {
      ...{ subtree: true, childList: true, characterData: true },
      attributeFilter: ['data-found'],
    })
    draw()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete('found')
      CSS.highlights.delete('found-here')
    }
  }, [wordsIn])
}

interface Place {
  readonly node: Node
  readonly from: number
}

function rangesIn(element: Element, wordsIn: (text: string) => readonly Stretch[]): readonly Range[] {
  const places: Place[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    places.push({ node, from: text.length })
    text += node.parentElement?.closest(NAMED) ? '\0' : (node.nodeValue ?? '')
  }
  return wordsIn(text).flatMap(({ from, to }) => {
    const [first, last] = [placeAt(places, from), placeAt(places, to - 1)]
    if (first === undefined || last === undefined) return []
    const range = document.createRange()
    range.setStart(first.node, from - first.from)
    range.setEnd(last.node, to - last.from)
    return [range]
  })
}

function placeAt(places: readonly Place[], at: number): Place | undefined {
  return places.findLast(({ from }) => from <= at)
}
