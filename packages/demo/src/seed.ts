import { randomBytes } from 'node:crypto'

import { updateUser } from '@typecase/contract/users'
import type { Demo } from '@typecase/server/main'
import type { Settings } from '@typecase/server/settings/settings'

import { issues } from './content/issues.ts'
import { lighthouses } from './content/lighthouses.ts'
import { members, type MemberName } from './content/members.ts'
import { openNewsroom } from './newsroom.ts'
import { picturesOf } from './pictures/draw.ts'
import { callSite, changeMany, discard, planAhead, runSite, talk } from './story/desk.ts'
import { openMagazine } from './story/magazine.ts'
import { writeObjects } from './story/objects.ts'

/**
 * Fills a data folder without accounts with a year-old magazine about lighthouses, so that every screen has something
 * to show. All of its history goes through the API, call by call.
 * @param settings of the server, which must not have the folder open
 */
export async function seedDemo(settings: Settings): Promise<Demo> {
  const password = randomBytes(12).toString('base64url')
  const room = await openNewsroom(settings, password)
  try {
    const magazine = await openMagazine(room, picturesOf([...lighthouses, ...issues]))
    await writeObjects(magazine)
    const settle = await callSite(magazine)
    await changeMany(magazine)
    await runSite(magazine)
    await discard(magazine)
    await planAhead(magazine)
    await talk(magazine)
    await settle()
    room.goTo(room.today)
    for (const name of Object.keys(members) as MemberName[])
      await room.call(name, updateUser, { body: { data: { mention_mails: true } } })
    return { email: members.ines.email, password, bucketSlug: magazine.slug }
  } finally {
    await room.close()
  }
}
