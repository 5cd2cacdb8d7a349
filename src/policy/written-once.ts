/**
 * Writes the answer to each known word once, when it is first wanted: decisions then share it, and whoever writes them down
 * makes its text once. What is shared is frozen. A word that is not known gets an answer too, but nothing is kept of it.
 */
export function writtenOnce<Word, Answer>(
  words: readonly Word[],
  write: (word: Word) => Answer,
): (word: Word) => Answer {
  const written = new Map<Word, Answer>()
  return (word) => written.get(word) ?? first(word)

  function first(word: Word): Answer {
    const answer = write(word)
    if (words.includes(word)) written.set(word, Object.freeze(answer))
    return answer
  }
}
