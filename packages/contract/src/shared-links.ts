import { type } from 'arktype'

import { bulkScope } from './bulk-scope.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { metafield } from './metafields.ts'
import { instant } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Maximum number of open links of a bucket. */
export const MAX_SHARED_LINKS = 500
/** Maximum number of objects that one link shows. */
export const MAX_SHARED_OBJECTS = 1000
/** The most days for which a link works. */
export const MAX_LINK_DAYS = 365
/** Maximum length of a link's title, and of the name that a guest gives, in characters. */
export const MAX_LINK_TITLE = 100
/** Maximum length of a guest’s comment, in characters. */
export const MAX_GUEST_COMMENT = 2000

/** A link that shows drafts to people without an account. */
export const sharedLink = () =>
  type({
    id: id(),
    title: 'string',
    /** Path of the link's page, below the dashboard's address. */
    path: 'string',
    /** The release that it shows; null for a link to objects. */
    release_id: id().or('null'),
    /** The objects that it shows; empty for a link to a release. */
    object_ids: id().array(),
    has_password: 'boolean',
    takes_comments: 'boolean',
    /** UNIX ms. */
    expires_at: 'number',
    is_revoked: 'boolean',
    /** How often its page was opened. */
    views: 'number',
    last_viewed_at: 'string | null',
    created_at: 'string',
    created_by: 'string | null',
  })
export type SharedLink = ReturnType<typeof sharedLink>['infer']

const title = () => type(`0 < string <= ${MAX_LINK_TITLE}`)
const answer = () => type({ link: sharedLink() })

export const listSharedLinks = endpoint({
  id: 'sharedLinks.list',
  method: 'GET',
  path: '/sharedLinks/list',
  auth: 'user',
  summary:
    'Returns the shared links of a bucket, newest first, including those that expired in the last 30 days.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type({ links: sharedLink().array() }),
})

export const addSharedLink = endpoint({
  id: 'sharedLinks.add',
  method: 'POST',
  path: '/sharedLinks/add',
  auth: 'user',
  summary:
    'Creates a link that shows objects or a release, including drafts, to people without an account. With a query, the objects are those that it finds now.',
  body: () =>
    bulkScope()
      .omit('dry_run', 'sample_skip', 'sample_limit', 'sample_version')
      .and({
        'release_id?': id(),
        data: type({
          title: title(),
          expires_at: instant(),
          'password?': '0 < string <= 200 | null',
          'takes_comments?': 'boolean',
        }),
      }),
  response: answer,
  status: 201,
  errors: ['conflict'],
})

export const updateSharedLink = endpoint({
  id: 'sharedLinks.update',
  method: 'PATCH',
  path: '/sharedLinks/update',
  auth: 'user',
  summary: 'Revokes a link, reopens it, or changes its title, expiry, password or comments.',
  body: () =>
    type({
      slug: bucketSlug(),
      link_id: id(),
      data: type({
        'title?': title(),
        'expires_at?': instant(),
        'password?': '0 < string <= 200 | null',
        'takes_comments?': 'boolean',
        'is_revoked?': 'boolean',
      }),
    }),
  response: answer,
  aliases: { id: 'link_id' },
  errors: ['conflict'],
})

/** An object on the page of a link. */
const sharedObject = () =>
  type({
    id: id(),
    title: 'string',
    slug: 'string',
    /** Slug of its object type. */
    type: 'string',
    locale: 'string | null',
  })

const sharedType = () =>
  type({
    slug: 'string',
    title: 'string',
    metafields: metafield().array(),
    /** The address of a page on the bucket’s site, with placeholders; null without a site. */
    site: 'string | null',
  })

/** The content of a shared link, for the page that shows it. */
export const openedLink = () =>
  type({
    title: 'string',
    bucket: type({ slug: 'string', title: 'string' }),
    takes_comments: 'boolean',
    /** UNIX ms. */
    expires_at: 'number',
    objects: sharedObject().array(),
    /** The object types of `objects`. */
    types: sharedType().array(),
    /** A preview token. */
    token: 'string',
    token_expires_at: 'string',
    /** The address of the document that frames pages of the bucket’s sites; see `buckets.getPreviewFrame`. */
    frame: 'string',
  })
export type OpenedLink = ReturnType<typeof openedLink>['infer']

const linkKey = () => type('0 < string <= 200')

export const openSharedLink = endpoint({
  id: 'sharedLinks.open',
  method: 'POST',
  path: '/sharedLinks/open',
  auth: 'none',
  summary:
    'Opens a shared link. Returns what it shows, and a preview token that reads this and the published content of its bucket for 15 minutes.',
  body: () =>
    type({
      /** The last part of the link’s address. */
      link: linkKey(),
      'password?': 'string <= 200',
      /** An unexpired token of this link, instead of the password. It does not count as another view. */
      'token?': 'string <= 300',
    }),
  response: openedLink,
  isRepeatable: true,
})

export const commentBySharedLink = endpoint({
  id: 'sharedLinks.comment',
  method: 'POST',
  path: '/sharedLinks/comment',
  auth: 'none',
  summary:
    'Comments on an object of a shared link with a name and an e-mail address. Notifies the person who created the link.',
  body: () =>
    type({
      link: linkKey(),
      token: '0 < string <= 300',
      object_id: id(),
      name: title(),
      email: emailAddress(),
      text: `0 < string <= ${MAX_GUEST_COMMENT}`,
    }),
  response: () => type({ comment_id: id() }),
  status: 201,
})
