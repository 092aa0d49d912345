import { generateAltTexts } from '@typecase/contract/ai'
import { bulkEditMedia, deleteMedia, replaceInMedia } from '@typecase/contract/media'
import type { BulkCallModule } from '@typecase/content/bulk-plan'
import type { ArgsOf } from '@typecase/plugin-sdk/command'
import { mediaNoun } from '@typecase/content/words/nouns'
import { matchOf } from '@typecase/content/replace-options'
import type { Scope } from '@typecase/plugin-sdk/scope'
import type { CallScope, CallWords, ServerCall } from '@typecase/plugin-sdk/server-call'

import type {
  altTextArgs,
  folderArgs,
  metadataArgs,
  scopeArgs,
  titleArgs,
} from './commands/bulk.ts'
import type { replaceArgs } from './commands/replace.ts'

export const replace = {
  callOf: (
    { scope = everything, find, replace, ...args }: ArgsOf<typeof replaceArgs>,
    { bucketSlug: slug }: CallScope,
  ): ServerCall<typeof replaceInMedia> => {
    const { fields = [], except_fields = [], options = [], exclude = [] } = args
    return {
      endpoint: replaceInMedia,
      body: {
        slug,
        ...targetOf(scope),
        find,
        replace,
        match: matchOf(options),
        fields: fields.length > 0 ? fields : ['alt_text'],
        ...(except_fields.length > 0 && { exclude_fields: except_fields }),
        ...(exclude.length > 0 && { exclude }),
      },
    }
  },
  words: ({ find }: ArgsOf<typeof replaceArgs>): CallWords => ({
    verb: `Replace “${find}” in`,
    result: (media) => `Replaced “${find}” in ${media}.`,
    noun: mediaNoun,
  }),
}

export const deletion: BulkCallModule<ArgsOf<typeof scopeArgs>> = {
  callOf: ({ scope }, { bucketSlug: slug }) => ({
    endpoint: deleteMedia,
    body: { slug, ...targetOf(scope) },
  }),
  words: () => ({
    verb: 'Delete',
    result: (media) => `Moved ${media} to the trash.`,
    noun: mediaNoun,
  }),
}

export const intoFolder: BulkCallModule<ArgsOf<typeof folderArgs>> = {
  callOf: ({ scope, folder }, { bucketSlug: slug }) => ({
    endpoint: bulkEditMedia,
    body: { slug, ...targetOf(scope), data: { folder: folder === '' ? null : folder } },
  }),
  words: () => ({
    verb: 'Move',
    result: (media) => `Moved ${media}.`,
    already: 'already there',
    noun: mediaNoun,
  }),
}

export const writtenAltText: BulkCallModule<ArgsOf<typeof scopeArgs>> = {
  callOf: ({ scope }, { bucketSlug: slug }) => ({
    endpoint: generateAltTexts,
    body: { slug, ...targetOf(scope) },
  }),
  words: () => ({
    verb: 'Write the alt text of',
    result: (media) => `Wrote the alt text of ${media}.`,
    already: 'already described',
    noun: mediaNoun,
  }),
}

export const altText: BulkCallModule<ArgsOf<typeof altTextArgs>> = {
  callOf: ({ scope, alt_text: value }, { bucketSlug: slug }) => ({
    endpoint: bulkEditMedia,
    body: {
      slug,
      ...targetOf(scope),
      data: { alt_text: value === '' ? { op: 'clear' } : { op: 'set', value } },
    },
  }),
  words: () => ({
    verb: 'Set the alt text of',
    result: (media) => `Set the alt text of ${media}.`,
    already: 'unchanged',
    noun: mediaNoun,
  }),
}

export const title: BulkCallModule<ArgsOf<typeof titleArgs>> = {
  callOf: ({ scope, title: value }, { bucketSlug: slug }) => ({
    endpoint: bulkEditMedia,
    body: {
      slug,
      ...targetOf(scope),
      data: { title: value === '' ? { op: 'clear' } : { op: 'set', value } },
    },
  }),
  words: () => ({
    verb: 'Set the title of',
    result: (media) => `Set the title of ${media}.`,
    already: 'unchanged',
    noun: mediaNoun,
  }),
}

export const metadata: BulkCallModule<ArgsOf<typeof metadataArgs>> = {
  callOf: ({ scope, key, value }, { bucketSlug: slug }) => ({
    endpoint: bulkEditMedia,
    // Null removes the key.
    body: { slug, ...targetOf(scope), data: { metadata: { [key]: value === '' ? null : value } } },
  }),
  words: ({ key }) => ({
    verb: `Set “${key}” of`,
    result: (media) => `Set “${key}” of ${media}.`,
    already: 'unchanged',
    noun: mediaNoun,
  }),
}

/** All media of a bucket. Their number is only known when the call is made. */
export const everything: Scope = { kind: 'query', query: {}, total: 0 }

/** Returns the part of a call that names its media. @throws for exceptions that only objects can have */
function targetOf(scope: Scope) {
  const { ids = [], locales, types } = scope.except ?? {}
  if (locales ?? types) {
    const message = 'Media have no locales or object types to leave out.'
    throw Object.assign(new Error(message), { code: 'invalid' })
  }
  return {
    ...('ids' in scope ? { media_ids: [...scope.ids] } : { query: { ...scope.query } }),
    ...(ids.length > 0 && { exclude_ids: [...ids] }),
  }
}
