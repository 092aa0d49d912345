import { createRequire } from 'node:module'

import type * as Argon2 from '@node-rs/argon2'
import type * as Entities from 'entities/decode'
import type Ipaddr from 'ipaddr.js'
import type * as Otpauth from 'otpauth'
import type * as Parse5 from 'parse5'
import type * as Re2 from 're2js'
import type * as Undici from 'undici'

const require = createRequire(import.meta.url)

/** Packages that are loaded on first use, because the server starts without them (decision 0013). */
export const onFirstUse = {
  get argon2() {
    return require('@node-rs/argon2') as typeof Argon2
  },
  get entities() {
    return require('entities/decode') as typeof Entities
  },
  /** ES modules only. */
  fileType: () => import('file-type'),
  openidClient: () => import('openid-client'),
  get ipaddr() {
    return require('ipaddr.js') as typeof Ipaddr
  },
  get otpauth() {
    return require('otpauth') as typeof Otpauth
  },
  get parse5() {
    return require('parse5') as typeof Parse5
  },
  get re2() {
    return require('re2js') as typeof Re2
  },
  stripe: () => import('stripe'),
  webauthn: () => import('@simplewebauthn/server'),
  get undici() {
    return require('undici') as typeof Undici
  },
}
