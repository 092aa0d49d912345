import { addObjectType } from '@typecase/contract/object-types'
import { addObject, getObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { connectWith } from './fixtures/app-host.ts'
import { logIn } from './fixtures/log-in.ts'
import { startOAuthClient } from './fixtures/oauth-client.ts'
import { choose } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

test('the editor marks what an assistant wrote until a person has reviewed it, by keyboard', async ({
  page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const send = { url: server.url, token: owner.token }
  const metafields = [
    { key: 'teaser', title: 'Teaser', type: 'text' as const },
    { key: 'body', title: 'Body', type: 'textarea' as const },
  ]
  const type = { slug, data: { title: 'Notes', metafields } }
  await call(send.url, addObjectType, { body: type }, send.token)
  const data = { type: 'notes', title: 'Fog', metadata: { teaser: 'Old', body: 'Text' } }
  const { object } = await call(send.url, addObject, { body: { slug, data } }, send.token)
  const markOf = async () => {
    const query = { slug, object_id: object.id }
    return (await call(send.url, getObject, { query }, send.token)).object.unreviewed
  }

  const oauth = await startOAuthClient(server, 'Claude')
  await page.goto(oauth.page)
  await logIn(page, owner)
  await page.getByRole('button', { name: 'Allow' }).press('Enter')
  const tokens = await oauth.redeem((await oauth.answer).get('code') ?? '')
  oauth.close()
  const claude = await connectWith(server.url, tokens['access_token'] ?? '', slug)
  const write = async (change: object) => {
    const args = { updates: [{ object_id: object.id, ...change }] }
    const params = { name: 'run_command', arguments: { command: 'objects.update', args } }
    expect((await claude.callTool(params)).isError).not.toBe(true)
  }
  await write({ title: 'Fog over the bay', metadata: { teaser: 'New' } })

  await page.goto(`/${slug}/objects/${object.id}`)
  const note = page.getByRole('status').filter({ hasText: 'Claude changed' })
  await test.step('the editor names the changed fields, the assistant and the person', async () => {
    await expect(note).toContainText('Claude changed Title and Teaser for you')
    await expect(page.getByText('Changed by Claude')).toHaveCount(2)
    await expect(page.getByText(/by you via Claude$/)).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await test.step('a command compares the versions', async () => {
    await choose(page, 'what an assistant changed', 'Show what an assistant changed')
    await expect(page).toHaveURL(/\/revisions\?left=/)
    await expect(page.getByRole('main')).toContainText('Fog over the bay')
    await page.goBack()
    await expect(note).toBeVisible()
  })

  await test.step('a command marks the changes as reviewed, and is undone', async () => {
    await choose(page, 'mark as reviewed', 'Mark as reviewed')
    await expect(notifications(page)).toContainText('Marked 1 object as reviewed.')
    await expect(note).toBeHidden()
    await expect(page.getByText('Changed by Claude')).toHaveCount(0)
    await notifications(page).getByRole('button', { name: /Undo/ }).press('Enter')
    await expect(note).toBeVisible()
    expect(await markOf()).toMatchObject({ client: 'Claude', rev: 1 })
  })

  await test.step('saving removes the mark for everyone', async () => {
    await page.getByRole('textbox', { name: 'Body' }).fill('My text')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(note).toBeHidden()
    expect(await markOf()).toBeUndefined()
  })

  await test.step('a later change by the assistant is marked immediately', async () => {
    await write({ metadata: { teaser: 'Newer' } })
    await expect(note).toContainText('Claude changed Teaser for you')
  })
})
