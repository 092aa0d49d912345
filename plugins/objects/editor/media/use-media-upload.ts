import { Uploads } from '@typecase/content/media-uploads'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useEffectEvent, useState } from 'react'

import { useBucketSlug } from '../use-session.tsx'

/**
 * Uploads files for a field. What is on its way is told in per cent, what fails as a sentence.
 * @param onUploaded gets the names of the media
 */
export function useMediaUpload(onUploaded: (names: readonly string[]) => void) {
  const services = useServices()
  const bucketSlug = useBucketSlug()
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const tell = useEffectEvent(onUploaded)

  async function upload(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    setFailure(undefined)
    const uploads = await services.load(Uploads)
    const ids = new Set(uploads.add(bucketSlug, files))
    const mine = () => uploads.list().filter(({ id }) => ids.has(id))
    await new Promise<void>((resolve) => {
      const look = (): void => {
        const now = mine()
        const total = now.reduce((sum, { size }) => sum + size, 0)
        setPercent(total > 0 ? (now.reduce((sum, { sent }) => sum + sent, 0) / total) * 100 : 0)
        if (now.some(({ status }) => status === 'waiting' || status === 'sending')) return
        stop()
        resolve()
      }
      const stop = uploads.subscribe(look)
      look()
    })
    setPercent(undefined)
    const failed = mine().filter(({ status }) => status === 'failed')
    setFailure(failed.map(({ name, reason }) => `${name}: ${reason}`).join(' ') || undefined)
    // The field tells of them, and takes them again.
    uploads.cancel(failed.map(({ id }) => id))
    const names = mine().flatMap(({ media }) => media?.name ?? [])
    if (names.length > 0) tell(names)
  }

  return { upload, percent, failure, isOffered: services.has(Uploads) }
}
