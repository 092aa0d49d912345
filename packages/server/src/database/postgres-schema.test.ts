import pg from 'pg'
import { expect, inject, test } from 'vitest'

import { addFormerDatabase } from '../testing/former-data.ts'
import { addDatabase, dropDatabase } from '../testing/postgres.ts'
import { openPostgres } from './postgres.ts'

test('a new database has the tables of an upgraded one', async () => {
  const urls = [
    await addDatabase(inject('postgres'), `fresh_${process.pid}`, 'template0'),
    await addFormerDatabase(inject('postgres'), `upgraded_${process.pid}`),
  ]
  for (const url of urls) await (await openPostgres(url)).close()
  const [fresh, upgraded] = await Promise.all(urls.map(schemaOf))
  expect(fresh?.length).toBeGreaterThan(0)
  expect(fresh).toEqual(upgraded)
  for (const url of urls) await dropDatabase(url)
})

/** One text for each column, constraint, index, view, function and trigger. */
const SCHEMA = `
  WITH tables AS (SELECT oid, relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  SELECT concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attcollation::regcollation,
      attnotnull, attidentity, pg_get_expr(adbin, adrelid)) AS text
    FROM tables JOIN pg_attribute a ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relkind IN ('r', 'v')
  UNION ALL SELECT concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(c.oid))
    FROM tables JOIN pg_constraint c ON conrelid = tables.oid
  UNION ALL SELECT pg_get_indexdef(oid) FROM tables WHERE relkind = 'i'
  UNION ALL SELECT concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) FROM tables WHERE relkind = 'v'
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT pg_get_triggerdef(t.oid) FROM tables JOIN pg_trigger t ON tgrelid = tables.oid WHERE NOT tgisinternal
  ORDER BY 1`

async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ text: string }>(SCHEMA)
  await client.end()
  return rows.map(({ text }) => text)
}
