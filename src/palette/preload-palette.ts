import type { CommandCenter } from '../commands/commands.ts'
import type { Host } from '../kernel/host.ts'

/**
 * Fetches the palette's code and builds its indexes before they are needed: at the start, and whenever
 * the user comes to another bucket, whose content is another index.
 * @param whenIdle runs something when the browser has nothing better to do
 * @returns stop
 */
export function preloadPalette(
  host: Host,
  center: CommandCenter,
  whenIdle: (run: () => void) => void,
): () => void {
  let warmed: string | undefined

  async function warm(): Promise<void> {
    await Promise.all([import('./palette.tsx'), import('../commands/review.ts')])
    await host.complete()
    const { searchOf } = await import('./search.ts')
    await searchOf(host, center).warm()
  }

  function check(): void {
    const { 'session.isLoggedIn': isLoggedIn = false, 'route.bucketSlug': slug } = host.facts.get()
    const bucketSlug = `${slug}`
    // A guest who opens the palette waits for its code; most of them only sign in.
    if (!isLoggedIn || bucketSlug === warmed) return
    warmed = bucketSlug
    // Parts that fail to load are fetched again when the palette is opened.
    whenIdle(() => void warm().catch(() => undefined))
  }

  check()
  return host.facts.subscribe(check)
}
