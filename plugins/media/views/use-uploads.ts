import { type Upload, Uploads, type UploadsService } from '@typecase/content/media-uploads'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useEffect, useState, useSyncExternalStore } from 'react'

const nothing: readonly Upload[] = []
const never = () => () => {}

/** The uploads of a bucket that are not whole, and what can be done with them. */
export function useUploads(bucket: string) {
  const services = useServices()
  const [uploads, setUploads] = useState<UploadsService>()
  // The outside system is the service, whose code comes late.
  useEffect(() => {
    let isHere = true
    services.load(Uploads).then(
      (loaded) => isHere && setUploads(loaded),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [services])
  const all = useSyncExternalStore(uploads?.subscribe ?? never, uploads?.list ?? (() => nothing))
  return {
    uploads,
    open: all.filter(
      (one) => one.bucket === bucket && one.status !== 'done' && one.status !== 'cancelled',
    ),
  }
}
