import type { ManagedMedia } from '@typecase/contract/media'
import type { FileUse, PictureUse } from '@typecase/contract/picture-use'
import { token } from '@typecase/plugin-sdk/token'
import type { ComponentType } from 'react'

/** The first part of a media type. */
export type MediaKind = 'image' | 'video' | 'audio' | 'application'

/** A media with the way in which its field shows it, such as a crop. */
export interface PickedMedia {
  readonly media: ManagedMedia
  readonly use: PictureUse
}

export interface MediaPickerProps {
  readonly bucketSlug: string
  /** The purpose of the media, such as the title of a field. */
  readonly label: string
  /** The kind of media on offer; all kinds by default. */
  readonly kind?: MediaKind | undefined
  readonly isMany?: boolean
  /** The media whose crop is open at the start. */
  readonly cropped?: FileUse | undefined
  readonly onPick: (picked: readonly PickedMedia[]) => void
  readonly onClose: () => void
}

export interface AltTextProps {
  readonly bucketSlug: string
  readonly media: ManagedMedia
}

/** Components that the media plugin offers to others. */
export interface MediaParts {
  /** A dialog that is open for as long as it is rendered. */
  readonly MediaPicker: ComponentType<MediaPickerProps>
  /** The alt text of a picture, saved when the field loses the focus. */
  readonly AltText: ComponentType<AltTextProps>
}
export const MediaPicker = token<MediaParts>('media.picker', 1)
