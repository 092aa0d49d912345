import { createHash } from 'node:crypto'

import type { Metafield } from '@typecase/contract/metafields'

/** The files of an export of another system: those of an archive, or the one file that is no archive. */
export interface ExportFiles {
  /** Name of the file that was imported. */
  readonly name: string
  /** Paths within the archive, in its order. */
  readonly paths: readonly string[]
  /** Bytes of a file. */
  size(path: string): number
  /** The first 64 KB of a file as text; empty for a missing one. */
  head(path: string): Promise<string>
  /** A file as text in UTF-8 or the encoding that it declares, read from its start by each call. Other bytes become U+FFFD. */
  text(path: string): AsyncIterable<string>
}

export interface FormatReading {
  /**
   * Notes what is left out or changed, and why. Similar warnings are counted together.
   * @param same key of similar warnings; by default the message
   */
  warn(message: string, same?: string): void
  /** The object that an earlier import made, by its `foreignId`: an export may refer to what it does not hold. */
  importedObject(id: string): ImportedObject | undefined
  /** Options of the format that were chosen, by key. */
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
  /** Names a file after “This is”: `a WordPress export`. */
  readonly title: string
  readonly options?: readonly FormatOption[]
  /** Whether the files are an export of this system, by their names and beginnings. */
  matches(files: ExportFiles): Promise<boolean>
  /**
   * Reads what an import has to know before the first object. No text is kept in memory, so that a file may be of any size.
   * @throws Failure `invalid` for a file that is damaged
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
  /** Reads the objects in the order in which lists show them. Each call starts again. */
  objects(): AsyncIterable<ForeignObject>
  /**
   * What an address in a text leads to: an object or a media of the import.
   * @returns undefined for an address of another site
   */
  resolve?(address: string): LinkTarget | MissingTarget | undefined
}

export type LinkTarget = { readonly object: string } | { readonly media: string }

/** An address of the site, whole if the site is known, of which the export holds neither object nor media. */
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
  /** Locales of its objects, if they have some. */
  readonly locales?: readonly string[]
  readonly singleton?: boolean
}

/** A file of the export, or on the site. */
export interface ForeignMedia {
  /** The name that objects refer to it by; unique, without a slash. */
  readonly name: string
  /** Name for people; `name` by default. */
  readonly original_name?: string
  /** Path in the archive. */
  readonly path?: string
  /** Address on the site, of a file that is not in the archive. */
  readonly url?: string
  /** MIME type; by the extension of the name by default. */
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
  /** Values that no other property has: a caption. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface ForeignObject extends ForeignVersion {
  /** `foreignId` of its id in the other system: a later import finds it again. */
  readonly id: string
  /** Slug of its type. */
  readonly type: string
  readonly status: 'draft' | 'published'
  readonly locale?: string
  readonly created_at?: string
  /** E-mail address of its author: a member of the project who has it is shown as the creator. It is not stored. */
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
 * The id of an object that has an id in another system: the same one in each import.
 * @param parts the system, the site, the kind of object and its id there
 */
export const foreignId = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
