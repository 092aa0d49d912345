import { extname } from 'node:path'

import type { ForeignMedia } from './format.ts'
import { decodePart } from './links.ts'

const MAX_NAME = 200
const UNSAFE = /[/\\?#%\p{Cc}]+/gu

/** Collects the media of an export, and gives each a unique name. */
export function createMediaList() {
  const byKey = new Map<string, ForeignMedia>()
  const names = new Set<string>()

  function freeName(original: string): string {
    const name = original.replaceAll(UNSAFE, '-').slice(-MAX_NAME) || 'file'
    const extension = extname(name)
    const base = name.slice(0, name.length - extension.length)
    let free = name
    for (let n = 2; names.has(free.toLowerCase()); n += 1) free = `${base}-${n}${extension}`
    names.add(free.toLowerCase())
    return free
  }

  return {
    /**
     * Adds a file once.
     * @param key the id, address or path of the file
     * @param media its default name is the last part of its path or address
     * @returns the name of the media
     */
    add(key: string, media: Omit<ForeignMedia, 'name'> & { name?: string }): string {
      const before = byKey.get(key)
      if (before) return before.name
      const name = freeName(media.name ?? lastPart(media.path ?? media.url ?? key))
      byKey.set(key, { ...media, name })
      return name
    },
    /** The name of a media. */
    nameOf: (key: string): string | undefined => byKey.get(key)?.name,
    all: (): readonly ForeignMedia[] => [...byKey.values()],
  }
}

/** Returns the last part of an address or path, such as `harbour.jpg`. */
export function lastPart(address: string): string {
  const path = address.replace(/[?#].*$/, '')
  return decodePart(path.slice(path.lastIndexOf('/') + 1))
}
