/** The first that fits: browsers name themselves after the older ones that they imitate. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** `Chrome · Windows`, so that people know their devices again; what says nothing of itself is shown as it is. */
export function deviceOf(userAgent: string): string {
  const first = (names: readonly (readonly [string, RegExp])[]) => names.find(([, sign]) => sign.test(userAgent))?.[0]
  return [first(browsers), first(systems)].filter(Boolean).join(' · ') || userAgent.slice(0, 60)
}
