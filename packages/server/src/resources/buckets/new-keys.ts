import type { Sealer } from '../../secrets/sealer.ts'
import { hashToken, newApiKey } from '../../secrets/tokens.ts'

/** New keys: a hash to find each by, and a sealed copy to show it again. */
export function newKeys(sealer: Sealer) {
  const read = newApiKey()
  const write = newApiKey()
  return {
    read_key_hash: hashToken(read),
    read_key_sealed: sealer.seal(read),
    ...newPreviewKey(sealer),
    write_key_hash: hashToken(write),
    write_key_sealed: sealer.seal(write),
  }
}

/** Of buckets that are older than these keys, alone. */
export function newPreviewKey(sealer: Sealer) {
  const key = newApiKey()
  return { preview_key_hash: hashToken(key), preview_key_sealed: sealer.seal(key) }
}
