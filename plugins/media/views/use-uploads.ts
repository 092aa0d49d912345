import { type Upload, Uploads, type UploadsService } from '@typecase/content/media-uploads'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useEffect, useState, useSyncExternalStore } from 'react'

const nothing: readonly Upload[] = []
const never = () => () => {}

/** Returns the unfinished uploads of a bucket, and the actions on them. */
export function useUploads(bucket: string) {
  const services = useServices()
  const [uploads, setUploads] = useState<UploadsService>()
  // The service is outside React, and its code loads late.
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
