import type { CommandCenter } from '../commands/commands.ts'
import type { Host } from '../kernel/host.ts'

/**
 * Fetches the palette's code and builds its indexes in advance: at the start, and whenever the user opens another
 * bucket, since each bucket has its own index of content.
 * @param whenIdle runs a function when the browser is idle
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
    // Most guests only sign in, so the code is not preloaded for them.
    if (!isLoggedIn || bucketSlug === warmed) return
    warmed = bucketSlug
    // Parts that fail to load are fetched again when the palette is opened.
    whenIdle(() => void warm().catch(() => undefined))
  }

  check()
  return host.facts.subscribe(check)
}
