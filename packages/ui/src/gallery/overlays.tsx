import { useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogFooter, DialogTrigger } from '../dialog.tsx'
import { EmojiPicker } from '../emoji-picker.tsx'
import { Form } from '../form.tsx'
import { Menu, MenuItem, MenuSection, MenuTrigger } from '../menu.tsx'
import { Popover, PopoverTrigger } from '../popover.tsx'
import { TextField } from '../text-field.tsx'
import type { Toasts } from '../toast-queue.tsx'
import { Tooltip } from '../tooltip.tsx'
import { Row, Group, Specimen } from './specimen.tsx'

function DialogSpecimens() {
  return (
    <Row>
      <DialogTrigger>
        <Button>New project…</Button>
        <Dialog title="New project" description="A project holds buckets and people." isDismissable>
          {({ close }) => (
            <Form onSubmit={close}>
              <TextField label="Project title" isRequired autoFocus />
              <TextField label="Bucket title" defaultValue="Production" />
              <DialogFooter>
                <Button onPress={close}>Cancel</Button>
                <Button type="submit" variant="primary" kbd="Enter">
                  Create project
                </Button>
              </DialogFooter>
            </Form>
          )}
        </Dialog>
      </DialogTrigger>
      <DialogTrigger>
        <Button variant="danger">Delete…</Button>
        <Dialog
          variant="alert"
          title="Delete “Press”?"
          description="112 objects and their media go to the trash. They can be restored for 30 days."
          footer={
            <>
              <Button autoFocus slot="close">
                Cancel
              </Button>
              <Button variant="danger" slot="close">
                Delete bucket
              </Button>
            </>
          }
        />
      </DialogTrigger>
    </Row>
  )
}

function MenuSpecimens() {
  const [columns, setColumns] = useState(new Set(['artist']))
  return (
    <Row>
      <MenuTrigger>
        <Button>Actions</Button>
        <Menu aria-label="Actions">
          <MenuSection title="Object">
            <MenuItem icon="pencil" kbd="e">
              Edit
            </MenuItem>
            <MenuItem icon="copy" kbd="$mod+d">
              Duplicate
            </MenuItem>
            <MenuItem icon="history" disabledReason="Select one artwork to restore a revision">
              Restore revision…
            </MenuItem>
          </MenuSection>
          <MenuSection>
            <MenuItem icon="trash-2" isDestructive kbd="Delete">
              Move to trash
            </MenuItem>
          </MenuSection>
        </Menu>
      </MenuTrigger>
      <MenuTrigger>
        <Button icon="columns-3">Columns</Button>
        <Menu aria-label="Columns">
          <MenuSection
            title="Shown"
            selectionMode="multiple"
            selectedKeys={columns}
            onSelectionChange={setColumns}
          >
            <MenuItem id="artist" shouldCloseOnSelect={false}>
              Artist
            </MenuItem>
            <MenuItem id="medium" shouldCloseOnSelect={false}>
              Medium
            </MenuItem>
          </MenuSection>
        </Menu>
      </MenuTrigger>
    </Row>
  )
}

export function OverlaySpecimens({ toasts }: { toasts: Toasts }) {
  const [emoji, setEmoji] = useState('👍')
  return (
    <Group title="Overlays">
      <Specimen title="dialog, alert dialog">
        <DialogSpecimens />
      </Specimen>
      <Specimen title="menu, popover, tooltip, emoji-picker">
        <MenuSpecimens />
        <Row>
          <PopoverTrigger>
            <Button>Popover</Button>
            <Popover aria-label="Filter">
              <TextField label="Value" />
            </Popover>
          </PopoverTrigger>
          <Tooltip label="Search or run a command" kbd="$mod+k">
            <Button>Tooltip</Button>
          </Tooltip>
          <PopoverTrigger>
            <Button aria-label={`Add reaction ${emoji}`}>{emoji}</Button>
            <Popover aria-label="Emoji">
              <EmojiPicker onPick={setEmoji} autoFocus />
            </Popover>
          </PopoverTrigger>
        </Row>
      </Specimen>
      <Specimen title="toast">
        <Row>
          <Button onPress={() => toasts.show({ message: 'Copied the key' })}>Info</Button>
          <Button
            onPress={() =>
              toasts.show({
                message: 'Published 12 artworks',
                tone: 'success',
                action: { label: 'Undo', onAction: () => toasts.show({ message: 'Taken back' }) },
              })
            }
          >
            With action
          </Button>
          <Button
            onPress={() =>
              toasts.show({
                message: 'The file could not be uploaded',
                description: 'It is kept and tried again when you are online.',
                tone: 'error',
              })
            }
          >
            Error
          </Button>
        </Row>
      </Specimen>
    </Group>
  )
}
