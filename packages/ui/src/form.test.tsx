// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Button } from './button.tsx'
import { Form } from './form.tsx'
import { Select } from './select.tsx'

test('Ctrl+Enter in a select submits the form without opening the select', async () => {
  const submit = vi.fn<() => void>()
  render(
    <Form onSubmit={submit}>
      <Select label="Role" options={[{ id: 'editor', label: 'Editor' }]} />
      <Button type="submit">Save</Button>
    </Form>,
  )
  screen.getByRole('button', { name: /Role/ }).focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(submit).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('listbox')).toBeNull()
})
