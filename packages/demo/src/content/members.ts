import type { BucketRole, TeamRole } from '@typecase/contract/roles'
import { PRODUCT } from '@typecase/contract/product'

interface Member {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Role in the project. */
  readonly role: TeamRole
  /** Role in the bucket, for people whose role in the project gives them none. */
  readonly bucketRole?: BucketRole
  readonly portrait: Portrait
}

/** Colours and hairstyle of a face; colours are `#rrggbb`. */
export interface Portrait {
  readonly skin: string
  readonly hair: string
  readonly clothes: string
  readonly backdrop: string
  readonly style: 'bob' | 'curls' | 'short' | 'bun' | 'beard'
}

const address = (name: string) => `${name}@${PRODUCT.toLowerCase()}.example`

/** The staff of the magazine. Visitors of the demo sign in as `ines`. */
export const members = {
  ines: {
    firstName: 'Ines',
    lastName: 'Albrecht',
    email: address('demo'),
    role: 'admin',
    portrait: {
      skin: '#f0c8a4',
      hair: '#5b3a29',
      clothes: '#1f4e79',
      backdrop: '#ffd9a0',
      style: 'bob',
    },
  },
  callum: {
    firstName: 'Callum',
    lastName: 'Reid',
    email: address('callum'),
    role: 'user',
    bucketRole: 'editor',
    portrait: {
      skin: '#f3d3bd',
      hair: '#b5562b',
      clothes: '#3f5c4a',
      backdrop: '#c9e4ec',
      style: 'beard',
    },
  },
  maelle: {
    firstName: 'Maëlle',
    lastName: 'Le Goff',
    email: address('maelle'),
    role: 'user',
    bucketRole: 'editor',
    portrait: {
      skin: '#d9a577',
      hair: '#22181c',
      clothes: '#d98c2b',
      backdrop: '#cfe0d8',
      style: 'bun',
    },
  },
  tomas: {
    firstName: 'Tomas',
    lastName: 'Eide',
    email: address('tomas'),
    role: 'manager',
    portrait: {
      skin: '#f5dcc8',
      hair: '#d8c08a',
      clothes: '#5a4a78',
      backdrop: '#e9dff2',
      style: 'short',
    },
  },
  rosa: {
    firstName: 'Rosa',
    lastName: 'Marín',
    email: address('rosa'),
    role: 'user',
    bucketRole: 'contributor',
    portrait: {
      skin: '#b97f57',
      hair: '#2c1a14',
      clothes: '#a33b3b',
      backdrop: '#f7e3c4',
      style: 'curls',
    },
  },
} as const satisfies Record<string, Member>

export type MemberName = keyof typeof members

/** Returns the member who is an author of the magazine, if that author is on the staff. */
export const memberOf = (authorSlug: string): MemberName | undefined =>
  (
    {
      'ines-albrecht': 'ines',
      'callum-reid': 'callum',
      'maelle-le-goff': 'maelle',
      'tomas-eide': 'tomas',
      'rosa-marin': 'rosa',
    } as const
  )[authorSlug]
