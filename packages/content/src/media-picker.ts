import type { ManagedMedia } from '@typecase/contract/media'
import type { FileUse, PictureUse } from '@typecase/contract/picture-use'
import { token } from '@typecase/plugin-sdk/token'
import type { ComponentType } from 'react'

/** The first part of a media type. */
export type MediaKind = 'image' | 'video' | 'audio' | 'application'

/** A media, and how the place that it was chosen for shows it. */
export interface PickedMedia {
  readonly media: ManagedMedia
  readonly use: PictureUse
}

export interface MediaPickerProps {
  readonly bucketSlug: string
  /** The purpose of the media, such as the title of a field. */
  readonly label: string
  /** Others are not offered. */
  readonly kind?: MediaKind | undefined
  readonly isMany?: boolean
  /** Begins with the crop of this one. */
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
  /** A dialog that is open while it is rendered. */
  readonly MediaPicker: ComponentType<MediaPickerProps>
  /** The alt text of a picture, saved when one leaves it. */
  readonly AltText: ComponentType<AltTextProps>
}
export const MediaPicker = token<MediaParts>('media.picker', 1)
