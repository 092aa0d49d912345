import { useServices } from '@typecase/plugin-sdk/react/services'
import { useEffectEvent, useState } from 'react'

import type { Media } from '@typecase/contract/media-upload'

import type { MediaKind } from '../media-picker.ts'
import { Uploads } from '../media-uploads.ts'

interface UploadOptions {
  readonly bucketSlug: string
  /** Files of other kinds are not sent. */
  readonly kind?: MediaKind | undefined
  /** Sends all files; by default only the first one. */
  readonly isMany?: boolean
  readonly onUploaded: (media: readonly Media[]) => void
}

/** Uploads files without leaving the page. `percent` is the progress; `failure` lists the failed files with reasons. */
export function useMediaUpload({ bucketSlug, kind, isMany = false, onUploaded }: UploadOptions) {
  const services = useServices()
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const finish = useEffectEvent(onUploaded)

  async function upload(droppedFiles: readonly File[], folder?: string): Promise<void> {
    const fitting = droppedFiles.filter(({ type }) => isOfKind(type, kind))
    const files = isMany ? fitting : fitting.slice(0, 1)
    const otherFiles = droppedFiles.filter((file) => !fitting.includes(file))
    const reasons = otherFiles.map(({ name }) => `${name} is not ${kind && words[kind]}.`)
    setFailure(reasons.join(' ') || undefined)
    if (files.length === 0) return
    const uploads = await services.load(Uploads)
    const ids = new Set(uploads.add(bucketSlug, files, folder))
    const mine = () => uploads.list().filter(({ id }) => ids.has(id))
    await new Promise<void>((resolve) => {
      const check = (): void => {
        const now = mine()
        const total = now.reduce((sum, { size }) => sum + size, 0)
        setPercent(total > 0 ? (now.reduce((sum, { sent }) => sum + sent, 0) / total) * 100 : 0)
        if (now.some(({ status }) => status === 'waiting' || status === 'sending')) return
        stop()
        resolve()
      }
      const stop = uploads.subscribe(check)
      check()
    })
    setPercent(undefined)
    const failed = mine().filter(({ status }) => status === 'failed')
    const all = [...reasons, ...failed.map(({ name, reason }) => `${name}: ${reason}`)]
    setFailure(all.join(' ') || undefined)
    // Failed uploads are dropped, since the user picks the files again here.
    uploads.cancel(failed.map(({ id }) => id))
    const media = mine().flatMap((one) => one.media ?? [])
    if (media.length > 0) finish(media)
  }

  return { upload, percent, failure, isOffered: services.has(Uploads) }
}

const words = {
  image: 'an image',
  video: 'a video',
  audio: 'an audio file',
  application: 'a document',
} as const

/** Whether a field accepts a file of this type, as far as the browser knows. The server checks the bytes. */
const isOfKind = (type: string, kind: MediaKind | undefined): boolean =>
  !kind || !type || type.startsWith(`${kind}/`)

/** Returns the `accept` of the browser's file dialog. */
export const acceptOf = (kind: MediaKind | undefined): string[] | undefined =>
  kind && kind !== 'application' ? [`${kind}/*`] : undefined
