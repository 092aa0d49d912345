import type { Readable } from 'node:stream'

/** A range of a file's bytes, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file in the store. */
export interface StoredFile {
  readonly key: string
  readonly size: number
}

/**
 * Storage for the bytes of media: on disk or in S3. A key is `<owner>/<id>`, in letters, digits and `-`. Bytes under a
 * key never change, so nothing is overwritten.
 */
export interface FileStore {
  /**
   * Stores a local file that is no longer being written; when it returns, the bytes are durable. The file still belongs
   * to the caller. A partial upload is never visible under the key.
   */
  put(key: string, path: string): Promise<void>
  /** @throws FileMissing */
  read(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Returns the path of a local file with the bytes, read-only: the store's own file, or a copy.
   * @param copy path to write to if the store is remote
   * @throws FileMissing
   */
  localFile(key: string, copy: string, signal: AbortSignal): Promise<string>
  /** @returns undefined for a missing key */
  stat(key: string): Promise<StoredFile | undefined>
  /** Deletes a file; a missing one is no error. */
  delete(key: string): Promise<void>
  /** All stored files, in no order. */
  list(): AsyncIterable<StoredFile>
  close(): void
}

export class FileMissing extends Error {
  constructor(key: string) {
    super(`The file store has nothing under ${key}.`)
  }
}
