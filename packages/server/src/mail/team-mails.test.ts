import { expect, test } from 'vitest'

import { inviteMail, removedMail, roleChangedMail } from './team-mails.ts'

const BASE = 'https://cms.example'
const reader = { email: 'ada@example.org', name: 'Ada' }
const team = { resource: 'project', title: 'Press' } as const
const invitation = { ...team, inviter: 'Grace Hopper', role: 'user', code: 'a-code' } as const

test('an invitation names who invites, the project and the role, and greets no one by name', () => {
  const mail = inviteMail('new@example.org', BASE, invitation)
  expect(mail.subject).toBe('Grace Hopper invites you to Press')
  expect(mail.text).toContain('Hello,\n')
  expect(mail.text).toContain('the project “Press” on Typecase, with the role user')
  expect(mail.links).toEqual(['https://cms.example/projects?invite_id=a-code&resource=project'])
  expect(mail.html).toContain('invite_id=a-code&amp;resource=project"')
})

test.each([
  [
    'a role that changed',
    roleChangedMail(reader, BASE, { ...team, role: 'manager' }),
    'is now manager',
  ],
  ['a removal', removedMail(reader, BASE, team), 'You were removed from the project “Press”'],
])('%s is reported in text and HTML', (_what, mail, words) => {
  expect(mail.to).toBe('ada@example.org')
  expect(mail.text).toContain('Hello Ada,')
  expect(mail.text).toContain(words)
  expect(mail.html).toContain(words)
})

test.each([
  ['https://evil.example/win', /evil\.example|https:\/\//],
  ['Win at www.evil.example now', /www\.evil|evil\.example/],
  ['a@b.example', /a@b|b\.example/],
  ['<a href="//evil.example">x</a>', /<a href="\/\/|evil\.example/],
  ['x\r\nBcc: b@c.example', /[\r\n]Bcc|b@c/],
  [`\u202egnirts ${'x'.repeat(10_000)}`, /\u202e|x{100}/],
])('a name or title of %j becomes no link, header or markup', (name, forbidden) => {
  const mails = [
    inviteMail('new@example.org', BASE, { ...invitation, inviter: name, title: name }),
    roleChangedMail(reader, BASE, { ...team, title: name, role: 'user' }),
    removedMail(reader, BASE, { ...team, title: name }),
  ]
  for (const mail of mails) {
    const html = mail.html.replaceAll(`href="${BASE}`, '')
    for (const text of [mail.subject, mail.text.replaceAll(BASE, ''), html.replaceAll(BASE, '')])
      expect(text).not.toMatch(forbidden)
  }
})
