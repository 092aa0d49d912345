import { max } from '@typecase/contract/field-rules'
import type { User } from '@typecase/contract/users'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands, Files } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { Button } from '@typecase/ui/button'
import { Form, FormActions, FormRow, FormSection } from '@typecase/ui/form'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { TextField } from '@typecase/ui/text-field'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import { removePicture, uploadPicture } from '../commands.ts'
import { useFields } from '../forms/use-fields.ts'
import { FormFailure } from '../forms/form-parts.tsx'
import styles from '../views/profile.module.css'
import { RegionChoice } from './region-choice.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { useSave } from './use-save.ts'

/** The name and picture that others see, and the user's display settings. */
export default function ProfileSection() {
  const { data: user } = useUser()
  if (!user) return <SkeletonForm count={4} />
  return (
    <>
      <Person user={user} />
      <ThemeChoice />
      <RegionChoice />
    </>
  )
}

/** The form for name and picture. */
function Person({ user }: { user: User }) {
  const save = useSave()
  const commands = useService(Commands)
  const files = useService(Files)
  const { field, values, failure, isPending, submit } = useFields({
    first_name: { label: 'First name', rules: [max(100)], initial: user.first_name },
    last_name: { label: 'Last name', rules: [max(100)], initial: user.last_name },
  })
  const name = `${user.first_name} ${user.last_name}`.trim()

  function upload(file: File | undefined) {
    if (file) void commands.run(refTo(uploadPicture, { file: files.keep(file) }))
  }

  return (
    <FormSection title="Profile" description="How others see you.">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an extra to the button inside */}
      <div
        className={styles.person}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          upload(event.dataTransfer.files[0])
        }}
      >
        <Avatar name={name || user.email} src={user.avatar_url} size={40} isDecorative />
        <div>
          {name ? <p className={styles.name}>{name}</p> : null}
          <p className={styles.email}>{user.email}</p>
        </div>
        <FileTrigger acceptedFileTypes={['image/*']} onSelect={(fileList) => upload(fileList?.[0])}>
          <Button icon="upload">Upload picture</Button>
        </FileTrigger>
        {user.avatar === null ? null : <CommandButton command={removePicture} isPlain />}
      </div>
      <Form aria-label="Profile" onSubmit={() => void submit(() => save(values, 'Profile saved'))}>
        <FormRow>
          <TextField {...field('first_name')} autoComplete="given-name" />
          <TextField {...field('last_name')} autoComplete="family-name" />
        </FormRow>
        <FormFailure message={failure} />
        <FormActions>
          <Button type="submit" isPending={isPending}>
            Save profile
          </Button>
        </FormActions>
      </Form>
    </FormSection>
  )
}
