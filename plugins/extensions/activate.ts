import type { InstalledExtension } from '@typecase/contract/extensions'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Plugins } from '@typecase/plugin-sdk/plugins'
import { FactStore, Queries } from '@typecase/plugin-sdk/services'
import { QueryObserver } from '@tanstack/react-query'

import { pluginIdOf } from './manifest/plugin-id.ts'
import { extensionsQuery } from './queries.ts'

/** An extension that was added to the plugins, with its bucket. */
interface AddedExtension {
  readonly installed: InstalledExtension
  readonly bucket: string
}

/** Keeps the extensions of the current bucket among the plugins, in their installed version. @returns stop */
export function activate({ services }: ActivateContext): () => void {
  const facts = services.get(FactStore)
  const plugins = services.get(Plugins)
  const added = new Map<string, AddedExtension>()
  let slug: string | undefined
  let stop: (() => void) | undefined

  function follow(): void {
    const { 'route.bucketSlug': next, 'session.isLoggedIn': isLoggedIn } = facts.get()
    const nextId = isLoggedIn ? next : undefined
    if (nextId === slug) return
    stop?.()
    slug = nextId
    stop = nextId === undefined ? undefined : observe(nextId)
    if (nextId === undefined) show([], '')
  }

  function observe(bucket: string): () => void {
    const observer = new QueryObserver(services.get(Queries), extensionsQuery(services, bucket))
    const read = ({ data, isError }: ReturnType<typeof observer.getCurrentResult>) => {
      // While the list loads, the extensions of the last bucket stay: their conditions hide them. A bucket that cannot
      // be opened has none.
      if (data) show(data.extensions, bucket)
      else if (isError) show([], bucket)
    }
    read(observer.getCurrentResult())
    return observer.subscribe(read)
  }

  function show(extensions: readonly InstalledExtension[], bucket: string): void {
    const manifests = new Map(
      extensions
        .filter(({ is_enabled }) => is_enabled)
        .map((installed) => [installed.manifest.id, installed]),
    )
    for (const [id, former] of added) {
      const now = manifests.get(id)
      if (former.bucket === bucket && now?.rev === former.installed.rev) {
        manifests.delete(id)
        continue
      }
      added.delete(id)
      void stopCommands(former)
      if (!now) void plugins.remove(pluginIdOf(id))
    }
    for (const [id, installed] of manifests) {
      added.set(id, { installed, bucket })
      void add(installed, bucket)
    }
  }

  /** Adds an extension as a plugin. The code is loaded on demand, since most buckets have no extension. */
  async function add(installed: InstalledExtension, bucket: string): Promise<void> {
    const { pluginOf } = await import('./manifest/plugin-of.ts')
    if (added.get(installed.manifest.id)?.installed === installed)
      await plugins.add(pluginOf(installed, bucket))
  }

  const unsubscribe = facts.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    stop?.()
    show([], '')
  }
}

async function stopCommands({ installed, bucket }: AddedExtension): Promise<void> {
  const { closeCommandFrame } = await import('./frames/command-frames.ts')
  closeCommandFrame(installed, bucket)
}
