// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { CheckboxGroup } from './checkbox-group.tsx'
import { Checkbox } from './checkbox.tsx'
import { ComboBox } from './combo-box.tsx'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { NumberField } from './number-field.tsx'
import { Select } from './select.tsx'
import { Switch } from './switch.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

const describedBy = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

describe('a disabled reason', () => {
  test('keeps a select focusable, describes it and blocks changes', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn<(value: string | null) => void>()
    const options = [
      { id: 'a', label: 'Apples' },
      { id: 'b', label: 'Berries' },
    ]
    render(
      <Select
        label="Fruit"
        options={options}
        defaultValue="a"
        onChange={onChange}
        disabledReason="Admins choose the fruit."
      />,
    )
    const button = screen.getByRole('button', { name: /Fruit/ })
    await user.tab()
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(describedBy(button)).toContain('Admins choose the fruit.')
    expect((await screen.findByRole('tooltip')).textContent).toBe('Admins choose the fruit.')
    await user.keyboard('{Enter}b{ArrowRight}')
    await user.click(button)
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(button.textContent).toContain('Apples')
    expect(onChange).not.toHaveBeenCalled()
  })

  test.each([
    ['switch', Switch],
    ['checkbox', Checkbox],
  ] as const)('keeps a %s focusable, describes it and blocks changes', async (role, Choice) => {
    const user = userEvent.setup()
    const onChange = vi.fn<(isSelected: boolean) => void>()
    render(
      <Choice isSelected={false} onChange={onChange} disabledReason="Admins share it.">
        Shared
      </Choice>,
    )
    const input = screen.getByRole(role, { name: 'Shared' })
    await user.tab()
    expect(document.activeElement).toBe(input)
    expect(describedBy(input)).toContain('Admins share it.')
    await user.keyboard(' ')
    await user.click(screen.getByText('Shared'))
    expect(onChange).not.toHaveBeenCalled()
  })

  test('keeps a combo box focusable, describes it and blocks its list', async () => {
    const user = userEvent.setup()
    render(<ComboBox label="Add" options={[]} disabledReason="Admins add locales." />)
    const input = screen.getByRole('combobox', { name: 'Add' })
    await user.tab()
    expect(document.activeElement).toBe(input)
    expect(describedBy(input)).toContain('Admins add locales.')
    await user.keyboard('x{ArrowDown}')
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})

describe('errors', () => {
  test('appear once the owner sets `isTouched`, and make the input invalid and described', () => {
    const { rerender } = render(
      <TextField label="Title" errorMessage="title is required" isTouched={false} />,
    )
    const input = screen.getByRole('textbox', { name: 'Title' })
    expect(screen.queryByText('title is required')).toBeNull()
    expect(input.getAttribute('aria-invalid')).toBeNull()
    rerender(<TextField label="Title" errorMessage="title is required" isTouched />)
    const error = screen.getByText('title is required')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-describedby')).toContain(error.id)
  })

  test('appear when the focus leaves an edited field, if the owner does not set `isTouched`', async () => {
    const user = userEvent.setup()
    render(<TextField label="Title" errorMessage="title is required" />)
    await user.tab()
    await user.keyboard('a{Backspace}')
    expect(screen.queryByText('title is required')).toBeNull()
    await user.tab()
    expect(screen.getByText('title is required')).toBeTruthy()
  })

  test('do not appear if the focus only passed through', async () => {
    const user = userEvent.setup()
    render(
      <>
        <TextField label="Title" errorMessage="title is required" />
        <Field label="Body" errorMessage="body is required">
          <textarea aria-label="Text" />
        </Field>
      </>,
    )
    await user.tab()
    await user.tab()
    await user.tab()
    expect(screen.queryByText('title is required')).toBeNull()
    expect(screen.queryByText('body is required')).toBeNull()
  })

  test('of a group appear only when the focus leaves the whole group', async () => {
    const user = userEvent.setup()
    render(
      <CheckboxGroup label="Locales" errorMessage="choose one">
        <Checkbox value="en">English</Checkbox>
        <Checkbox value="fr">French</Checkbox>
      </CheckboxGroup>,
    )
    await user.tab()
    await user.keyboard('  ')
    await user.tab()
    expect(screen.queryByText('choose one')).toBeNull()
    await user.tab()
    expect(screen.getByText('choose one')).toBeTruthy()
  })

  test('of a custom control describe the group around it', () => {
    render(
      <Field label="Body" errorMessage="too long" isTouched>
        <textarea aria-label="Text" />
      </Field>,
    )
    const group = screen.getByRole('group', { name: 'Body' })
    expect(group.getAttribute('aria-describedby')).toBe(screen.getByText('too long').id)
  })
})

describe('a form', () => {
  test('is submitted with Enter in a text field', async () => {
    const user = userEvent.setup()
    const onSubmit = vi.fn<() => void>()
    render(
      <Form onSubmit={onSubmit}>
        <TextField label="Project title" isRequired />
        <button type="submit">Create</button>
      </Form>,
    )
    await user.type(screen.getByRole('textbox', { name: 'Project title' }), 'Tate{Enter}')
    expect(onSubmit).toHaveBeenCalledOnce()
  })
})

describe('Ctrl+Enter in a form', () => {
  function setUp(button: ReactNode) {
    const onSubmit = vi.fn<() => void>()
    render(
      <Form onSubmit={onSubmit}>
        <TextArea label="Notes" />
        <TextField label="Title" />
        {button}
      </Form>,
    )
    return { user: userEvent.setup(), onSubmit }
  }

  test('submits once from a text area or a text field, while Enter alone starts a new line', async () => {
    const { user, onSubmit } = setUp(<Button type="submit">Save</Button>)
    await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'One{Enter}Two')
    expect(onSubmit).not.toHaveBeenCalled()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(onSubmit).toHaveBeenCalledOnce()
    await user.type(
      screen.getByRole('textbox', { name: 'Title' }),
      'Tate{Control>}{Enter}{/Control}',
    )
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })

  test('does not submit while the submit button is pending', async () => {
    const { user, onSubmit } = setUp(
      <Button type="submit" isPending>
        Save
      </Button>,
    )
    await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'One')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('a number field', () => {
  function setUp(start: number | null) {
    const onChange = vi.fn<(value: number | null) => void>()
    function Owner() {
      const [value, setValue] = useState(start)
      return (
        <NumberField
          label="Height"
          value={value}
          maxValue={300}
          onChange={(next) => {
            onChange(next)
            setValue(next)
          }}
        />
      )
    }
    render(<Owner />)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Height' })
    return { user: userEvent.setup(), onChange, input }
  }

  test('keeps text that is not a number, and shows an error once the focus leaves', async () => {
    const { user, onChange, input } = setUp(null)
    await user.type(input, '29,7')
    expect(onChange).toHaveBeenLastCalledWith(Number.NaN)
    expect(screen.queryByText('must be a number')).toBeNull()
    await user.tab()
    expect(input.value).toBe('29,7')
    expect(screen.getByText('must be a number')).toBeTruthy()
  })

  test('reports numbers while the user types, and null when it is cleared', async () => {
    const { user, onChange, input } = setUp(null)
    await user.type(input, '1.50')
    expect(onChange).toHaveBeenLastCalledWith(1.5)
    expect(input.value).toBe('1.50')
    await user.clear(input)
    expect(onChange).toHaveBeenLastCalledWith(null)
  })

  test('steps with the arrow keys, ten times as far with Shift, and stops at the maximum', async () => {
    const { user, onChange, input } = setUp(289)
    input.focus()
    await user.keyboard('{ArrowUp}')
    expect(onChange).toHaveBeenLastCalledWith(290)
    await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}')
    expect(onChange).toHaveBeenLastCalledWith(300)
    await user.keyboard('{ArrowDown}')
    expect(input.value).toBe('299')
  })
})

test('a combo box finds options in any Unicode composition of their letters', async () => {
  const user = userEvent.setup()
  const options = ['Café Zoë'.normalize('NFD'), 'Bar'].map((label, n) => ({ id: String(n), label }))
  render(<ComboBox label="House" options={options} />)
  await user.type(screen.getByRole('combobox', { name: 'House' }), 'é Zoë ')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    options[0]?.label,
  ])
})
