import { createHash } from 'node:crypto'

import type { Metafield } from '@typecase/contract/metafields'

/** The files of an export of another system: those in an archive, or a single file. */
export interface ExportFiles {
  /** Name of the file that was imported. */
  readonly name: string
  /** Paths within the archive, in its order. */
  readonly paths: readonly string[]
  /** Bytes of a file. */
  size(path: string): number
  /** The first 64 KB of a file as text; empty for a missing one. */
  head(path: string): Promise<string>
  /**
   * Reads a file as text, from the start at each call, in UTF-8 or its declared encoding. Invalid bytes become U+FFFD.
   */
  text(path: string): AsyncIterable<string>
}

export interface FormatReading {
  /**
   * Reports what is left out or changed, and why. Similar warnings are counted together.
   * @param same key of similar warnings; by default the message
   */
  warn(message: string, same?: string): void
  /** The object that an earlier import created, by its `foreignId`: an export may refer to objects that it lacks. */
  importedObject(id: string): ImportedObject | undefined
  /** Chosen options of the format, by key. */
  readonly options: Readonly<Record<string, string>>
}

/** An object that the bucket had before an import. */
export interface ImportedObject {
  readonly id: string
  readonly type: string
  readonly title: string
}

/** A choice between ways to read an export. The first value is the default. */
export interface FormatOption {
  readonly key: string
  readonly title: string
  readonly values: readonly { readonly value: string; readonly title: string }[]
}

/** A reader of the exports of another system: the default export of `formats/<name>/format.ts`. */
export interface ImportFormat {
  /** Completes the sentence “This is …”: `a WordPress export`. */
  readonly title: string
  readonly options?: readonly FormatOption[]
  /** Whether the files are an export of this system, judged by their names and beginnings. */
  matches(files: ExportFiles): Promise<boolean>
  /**
   * Reads everything that an import must know before the first object. Texts do not stay in memory: a file may have any
   * size.
   * @throws Failure `invalid` for a damaged file
   */
  read(files: ExportFiles, reading: FormatReading): Promise<ForeignBucket>
}

/** Content of another system, in the form of a bucket. */
export interface ForeignBucket {
  /** The system and the site: `WordPress export of example.com`. */
  readonly title: string
  readonly types: readonly ForeignType[]
  readonly media: readonly ForeignMedia[]
  readonly mediaFolders?: readonly { slug: string; title: string; parent: string | null }[]
  /** Reads the objects in the order in which lists show them. Each call starts from the beginning. */
  objects(): AsyncIterable<ForeignObject>
  /**
   * Resolves an address in a text to an object or a media of the import.
   * @returns undefined for an address of another site
   */
  resolve?(address: string): LinkTarget | MissingTarget | undefined
}

export type LinkTarget = { readonly object: string } | { readonly media: string }

/** An address on the site that leads to nothing in the export; it is absolute if the site is known. */
export interface MissingTarget {
  readonly missing: string
}

export interface ForeignType {
  readonly slug: string
  readonly title: string
  readonly singular?: string
  readonly emoji?: string
  readonly metafields: readonly Metafield[]
  /** Whether its objects use `content`. */
  readonly hasContent?: boolean
  /** Locales of its objects, if any. */
  readonly locales?: readonly string[]
  readonly singleton?: boolean
}

/** A file in the export or on the site. */
export interface ForeignMedia {
  /** The unique name by which objects refer to it, without a slash. */
  readonly name: string
  /** Name for people; `name` by default. */
  readonly original_name?: string
  /** Path in the archive. */
  readonly path?: string
  /** Address on the site, of a file that is not in the archive. */
  readonly url?: string
  /** MIME type; the default depends on the extension of the name. */
  readonly type?: string
  readonly size?: number
  readonly width?: number
  readonly height?: number
  readonly title?: string
  readonly alt_text?: string
  /** Slug of a media folder. */
  readonly folder?: string
  /** ISO-8601 with a zone. */
  readonly created_at?: string
  /** Values without a property, such as a caption. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface ForeignObject extends ForeignVersion {
  /** `foreignId` of its id in the other system, by which a later import finds it again. */
  readonly id: string
  /** Slug of its type. */
  readonly type: string
  readonly status: 'draft' | 'published'
  readonly locale?: string
  readonly created_at?: string
  /** The author's e-mail address. The project's member with this address becomes the creator; it is not stored. */
  readonly created_by?: string
  /** The published version next to a draft. */
  readonly published?: ForeignVersion
}

/** Times are ISO-8601 with a zone. */
interface ForeignVersion {
  readonly title: string
  readonly slug?: string
  /** HTML. */
  readonly content?: string
  /** Name of a media. */
  readonly thumbnail?: string
  readonly publish_at?: string
  readonly published_at?: string
  readonly modified_at?: string
  /** Values by key: a media by its name, an object by its id. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/**
 * Returns the id of an object that has an id in another system. It is the same in each import.
 * @param parts the system, the site, the kind of object and its id there
 */
export const foreignId = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
