/** Spanish and Portuguese have a plural of their own for whole millions: our texts say them like any other number. */
export const withMillions = (texts: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, unknown][] => {
      if (typeof text !== 'string') return [[name, withMillions(text)]]
      const own: [string, unknown] = [name, text]
      return name.endsWith('_other') ? [own, [name.replace(/_other$/, '_many'), text]] : [own]
    }),
  )
