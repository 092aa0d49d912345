import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** Encodes the few CBOR types that an authenticator uses. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (kind: number, size: number) => {
    if (size < 24) return Buffer.from([(kind << 5) | size])
    if (size < 256) return Buffer.from([(kind << 5) | 24, size])
    return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry as never)])
  return Buffer.concat([head(5, value.size), ...entries])
}

interface Options {
  challenge: string
}

/** A passkey in memory that behaves like a browser's WebAuthn. */
export class Authenticator {
  readonly #id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #site: string
  readonly #origin: string
  /** Whether the PIN, fingerprint or face was correct. */
  isVerified = true
  counter = 0

  constructor(site: string, origin: string) {
    this.#site = site
    this.#origin = origin
  }

  get id(): string {
    return base64url(this.#id)
  }

  #clientData(kind: 'create' | 'get', { challenge }: Options): Buffer {
    const data = { type: `webauthn.${kind}`, challenge, origin: this.#origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data))
  }

  #authenticatorData(attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (this.isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(this.#site), Buffer.from([flags]), counter, attested])
  }

  #credential(response: Record<string, unknown>) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response,
      clientExtensionResults: {},
    }
  }

  create(options: object) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      cbor(key),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#authenticatorData(attested)],
    ])
    // Options of the call that creates a passkey.
    const clientData = this.#clientData('create', options as Options)
    return this.#credential({
      clientDataJSON: base64url(clientData),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    })
  }

  get(options: object) {
    this.counter += 1
    // Options of the call that signs in.
    const clientData = this.#clientData('get', options as Options)
    const data = this.#authenticatorData()
    const key = createPrivateKey(this.#keys.privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), key)
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    })
  }
}
