import { listMedia, type ManagedMedia } from '@typecase/contract/media'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { type ReactNode, useEffect, useState } from 'react'

import {
  type AltTextProps,
  MediaPicker,
  type MediaParts,
  type MediaPickerProps,
} from '../media-picker.ts'

type Request = Omit<MediaPickerProps, 'onClose'>

interface PickerHandle {
  /** Whether a plugin provides a picker. */
  readonly isOffered: boolean
  /** Opens it. */
  open(request: Request): void
  /** The dialog; render it where it should open. */
  readonly dialog: ReactNode
}

/** Returns a dialog for choosing media of a bucket. Its code loads when it is first opened. */
export function useMediaPicker(): PickerHandle {
  const services = useServices()
  const [request, setRequest] = useState<Request>()
  const [parts, setParts] = useState<MediaParts>()
  return {
    isOffered: services.has(MediaPicker),
    open(next) {
      setRequest(next)
      if (!parts) services.load(MediaPicker).then(setParts, () => setRequest(undefined))
    },
    dialog:
      request && parts ? (
        <parts.MediaPicker {...request} onClose={() => setRequest(undefined)} />
      ) : null,
  }
}

/** Renders a prompt for the alt text of a picture without one; renders nothing if no plugin offers that. */
export function AltText(props: AltTextProps) {
  const services = useServices()
  const [parts, setParts] = useState<MediaParts>()
  // The service is outside React, and its code loads late.
  useEffect(() => {
    let isHere = true
    if (services.has(MediaPicker))
      services.load(MediaPicker).then(
        (loaded) => isHere && setParts(loaded),
        () => undefined,
      )
    return () => {
      isHere = false
    }
  }, [services])
  return parts ? <parts.AltText {...props} /> : null
}

/** Returns the media that exist among these names, by name. */
export function useMediaByName(
  bucketSlug: string,
  names: readonly string[],
): ReadonlyMap<string, ManagedMedia> {
  const query = JSON.stringify({ name: { $in: [...new Set(names)].toSorted() } })
  const { data } = useApiQuery(
    listMedia,
    { query: { slug: bucketSlug, query, limit: 100 } },
    { enabled: names.length > 0, placeholderData: (before) => before },
  )
  return new Map(data?.media.map((media) => [media.name, media]))
}
