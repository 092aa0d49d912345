import { type } from 'arktype'

/** Bucket slugs are part of addresses: lower-case letters, digits and hyphens. */
export const bucketSlug = () => type(/^[a-z0-9][a-z0-9-]{0,99}$/).describe('a bucket slug')

export const typeSlug = () =>
  type(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u).describe('an object type slug')

export const folderSlug = () =>
  type(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u).describe('a folder slug')

/** Object slugs may hold any letters; no slash, question mark or hash, since they end up in addresses. */
export const objectSlug = () =>
  type(/^[^\s/?#\\\p{Cc}]{1,200}$/u).describe('a slug without spaces, slashes, ? and #')

/** BCP 47 in the shapes that content uses: `en`, `en-US`, `zh-Hans-CN`. */
export const locale = () =>
  type(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/).describe('a locale such as en or en-US')
