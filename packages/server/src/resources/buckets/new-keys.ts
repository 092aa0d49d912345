import type { Sealer } from '../../secrets/sealer.ts'
import { hashToken, newApiKey } from '../../secrets/tokens.ts'

/** Generates new keys: for each, a hash for lookups and a sealed copy to show the key again. */
export function newKeys(sealer: Sealer) {
  const read = newApiKey()
  const preview = newApiKey()
  const write = newApiKey()
  return {
    read_key_hash: hashToken(read),
    read_key_sealed: sealer.seal(read),
    preview_key_hash: hashToken(preview),
    preview_key_sealed: sealer.seal(preview),
    write_key_hash: hashToken(write),
    write_key_sealed: sealer.seal(write),
  }
}
