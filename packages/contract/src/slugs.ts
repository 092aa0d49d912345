import { type } from 'arktype'

/** Bucket slugs are part of addresses: lower-case letters, digits and hyphens. */
export const bucketSlug = () => type(/^[a-z0-9][a-z0-9-]{0,99}$/).describe('a bucket slug')

/** The slug of an object type: letters of any script, digits, _ and -. */
export const typeSlug = () =>
  type(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u).describe('an object type slug')

/** The slug of a media folder: letters of any script, digits, _ and -. */
export const folderSlug = () =>
  type(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,99}$/u).describe('a folder slug')

/**
 * Object slugs may hold any letters. Since they become parts of addresses, they have no slash, question mark or hash,
 * no invisible characters, and are not `.` or `..`, which clients resolve as folders.
 */
export const objectSlug = () =>
  type(/^(?!\.{1,2}$)[^\s/?#\\\p{Cc}\p{Cf}\p{Cs}]{1,200}$/u).describe(
    'a slug without spaces, slashes, ?, # and invisible characters, and not . or ..',
  )

/** The sort order of texts: by the rules of a locale, with numbers by value, or by code point. */
export const collation = () => locale().or("'code_point'")

/** A BCP 47 tag in one of the shapes that content uses: `en`, `en-US`, `zh-Hans-CN`. */
export const locale = () =>
  type(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/).describe('a locale such as en or en-US')
