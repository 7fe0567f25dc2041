/** Begins to measure. Gives the seconds since then, to a tenth. */
export function stopwatch(): () => number {
  const from = performance.now()
  return () => Number(((performance.now() - from) / 1000).toFixed(1))
}
