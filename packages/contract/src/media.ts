import { type } from 'arktype'

import { excluded, scopeQuery } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'
import { ids } from './ids.ts'
import { replaceResult, shown, wanted } from './search-and-replace.ts'
import { bucketSlug } from './slugs.ts'

/** The texts of a media that people write, and how long each may be. */
export const mediaTexts = { title: 1000, alt_text: 5000 } as const
export type MediaField = keyof typeof mediaTexts

const field = () => type("'title' | 'alt_text'")

/** Which media a call is about: all of the bucket unless it says which. */
export const mediaScope = () =>
  type({
    slug: bucketSlug(),
    /** These, or those of `query`; never both. */
    'media_ids?': ids(),
    'query?': scopeQuery(),
    /** Left out. */
    'exclude_ids?': excluded(),
    /** Says what the call would do, and changes nothing. */
    'dry_run?': 'boolean',
  })
export type MediaScope = ReturnType<typeof mediaScope>['infer']

export const replaceInMedia = endpoint({
  id: 'media.searchAndReplace',
  method: 'POST',
  path: '/media/searchAndReplace',
  auth: 'user',
  summary:
    'Replaces a text or pattern in the titles and alt texts of media, as objects/searchAndReplace does in objects; `object_id` is the id of a media then. Over 100 media: a job.',
  body: () =>
    mediaScope()
      .and(wanted())
      .and(shown())
      .and({
        /** None: both. */
        'fields?': field().array().atLeastLength(1).atMostLength(10),
        /** Left out of them: what is found there stays as it is. */
        'exclude_fields?': field().array().atMostLength(10),
      }),
  response: replaceResult,
  aliases: { ids: 'media_ids' },
  bodyLimit: 12_000_000,
  errors: ['stale'],
})
export type ReplaceInMediaBody = ReturnType<(typeof replaceInMedia)['body']>['infer']
