import type { Media } from '@typecase/contract/media-upload'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import { token } from '@typecase/plugin-sdk/token'

/** A file on its way into the media of a bucket. */
export interface Upload {
  readonly id: string
  /** Slug of the bucket. */
  readonly bucket: string
  readonly name: string
  readonly size: number
  readonly type: string
  /** Slug of a media folder. */
  readonly folder?: string
  readonly status: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'
  /** Bytes that have arrived. */
  readonly sent: number
  /** The reason for the failure, as a sentence. */
  readonly reason?: string
  /** The rule that the server refused it by. */
  readonly rule?: string
  /** The uploaded media. */
  readonly media?: Media
}

/** Sends files, a few at a time. Incomplete files resume after a lost connection and after a reload. */
export interface UploadsService {
  /** In the order in which they were added; the same array until something changes. */
  list(): readonly Upload[]
  readonly subscribe: Subscribe
  /** @returns the ids of the uploads, in the order of the files */
  add(bucket: string, files: readonly File[], folder?: string): readonly string[]
  /** Cancels incomplete uploads. */
  cancel(ids: readonly string[]): void
  /** Sends again what failed. */
  retry(ids: readonly string[]): void
  /** Continues uploads that the account began in this browser and that no tab is sending. @returns their ids */
  resume(): Promise<readonly string[]>
}
export const Uploads = token<UploadsService>('media.uploads', 1)
