import { type } from 'arktype'

const LOCAL = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
/** A top-level domain is never a number, so IP addresses do not match. */
const LAST_LABEL = '(?!\\p{N}+$)'

const PATTERN = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+${LAST_LABEL}${LABEL}$`, 'u')

/** Rejects compatibility characters, such as the Kelvin sign or full-width letters, which imitate another address. */
const isPlain = (address: string): boolean => address.normalize('NFKC') === address

/**
 * An e-mail address of RFC 5321 without quoted parts and comments, in the letters of any script (RFC 6531):
 * `o'neil@example.com`, `jo+news@bücher.example`. At most 254 characters.
 */
export const emailAddress = () =>
  type(PATTERN).narrow(isPlain).describe('an e-mail address').atMostLength(254)
