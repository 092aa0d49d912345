import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import pg from 'pg'

import { databaseFile } from '../database/connection.ts'
import { addDatabase } from './postgres.ts'

const FOLDER = join(import.meta.dirname, '../../../../tests/fixtures/data-folder')
const unzip = (name: string) => gunzipSync(readFileSync(join(FOLDER, name)))

/** A GET request and the response of version 0.2.0. */
interface FormerAnswer {
  name: string
  url: string
  token?: string
  body: object
}

/** The requests of the fixture, with the responses of version 0.2.0. */
export const formerAnswers = JSON.parse(
  unzip('answers.json.gz').toString(),
) as readonly FormerAnswer[]

/** Settings of a server on the data of version 0.2.0, a few minutes after the data was written. */
export const formerSettings = {
  CLOCK: '2026-11-28T06:05:00.000Z',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  PUBLIC_URL: 'http://localhost:8055',
}

/** Creates a data folder as version 0.2.0 left it. @returns its path */
export function addFormerFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'typecase-former-'))
  writeFileSync(databaseFile(dataDir), unzip('typecase.sqlite.gz'))
  return dataDir
}

/** Creates a PostgreSQL database as version 0.2.0 left it. @returns its URL */
export async function addFormerDatabase(address: string, name: string): Promise<string> {
  const url = await addDatabase(address, name, 'template0')
  const client = new pg.Client(url)
  await client.connect()
  await client.query(unzip('typecase.postgres.sql.gz').toString())
  await client.end()
  return url
}
