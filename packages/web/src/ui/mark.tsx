/** An awning over an open box: the corner shop and the stockroom. The same drawing is public/favicon.svg. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0059d5" />
      <path
        fill="#fff"
        d="M8.6 7h14.8a1 1 0 0 1 .96.73L26 13.5a3.33 3.33 0 0 1-6.66.2 3.34 3.34 0 0 1-6.68 0A3.33 3.33 0 0 1 6 13.5l1.64-5.77A1 1 0 0 1 8.6 7Z"
      />
      <path fill="#fff" d="M8 18.4c.9.3 2 .3 2.9 0V23h10.2v-4.6c.9.3 2 .3 2.9 0V24a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2Z" />
    </svg>
  )
}
