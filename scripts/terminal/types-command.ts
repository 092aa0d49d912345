import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { getBucket } from '@typecase/contract/buckets'

import { bucketTypes } from './bucket-types.ts'
import { openServer } from './open-server.ts'
import { WrongArguments } from './problem.ts'
import { call } from './server.ts'

const USAGE = `Writes TypeScript types for the object types of a bucket, for sites that read it.

  npx typecase types --bucket <slug> [--out <file>]

  --bucket <slug>   the bucket, as in its address
  --out <file>      the file to write (default: standard output)
  --url <address>   the server (default http://127.0.0.1:4700)
  --token <token>   the token of a session; or TYPECASE_TOKEN, or TYPECASE_EMAIL and TYPECASE_PASSWORD
`

/** Runs `typecase types`. @returns the exit code */
export async function typesCommand(args: readonly string[]): Promise<number> {
  const { bucket: slug, out, help, ...who } = readArguments(args)
  if (help) {
    process.stdout.write(USAGE)
    return 0
  }
  if (!slug) throw new WrongArguments('Say which bucket to write types of: --bucket <slug>.')
  const server = await openServer({
    ...who,
    isDry: false,
    isAgreed: false,
    isJson: false,
    isSaved: false,
    isHelp: false,
  })
  const { bucket } = await call(server, getBucket, { query: { slug } })
  const text = bucketTypes(bucket.slug, bucket.object_types)
  if (out === undefined) process.stdout.write(text)
  else {
    writeFileSync(out, text)
    process.stderr.write(
      `Wrote the types of ${bucket.object_types.length} object types to ${out}.\n`,
    )
  }
  return 0
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        bucket: { type: 'string' },
        out: { type: 'string' },
        url: { type: 'string' },
        token: { type: 'string' },
        email: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (reason) {
    throw new WrongArguments(reason instanceof Error ? reason.message : String(reason))
  }
}
