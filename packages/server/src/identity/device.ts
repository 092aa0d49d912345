/** Browsers and programs, the most specific first, because nearly all user agents name their ancestors as well. */
const programs: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|\bundici\b/, 'Node.js'],
  [/^python/i, 'Python'],
]

const systems: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (agent: string, names: readonly [RegExp, string][]): string | undefined =>
  names.find(([form]) => form.test(agent))?.[1]

/**
 * Returns the browser and system of a user agent, such as `Firefox on Windows`, without versions, which change weekly.
 */
export function deviceOf(agent: string): string {
  const program = nameIn(agent, programs)
  const system = nameIn(agent, systems)
  if (program && system) return `${program} on ${system}`
  return program ?? system ?? 'Unknown device'
}
