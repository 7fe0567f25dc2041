/** A sentence whose `code` stands in backticks, so that a translation stays one sentence. */
export function Prose({ text }: { text: string }) {
  // The place in the sentence is the only identity that a part has, and parts never move.
  return text.split('`').map((part, place) => (place % 2 === 1 ? <code key={`${place}${part}`}>{part}</code> : part))
}
