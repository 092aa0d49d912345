import { useState } from 'react'
import { Button } from '../button.tsx'
import { CheckboxGroup } from '../checkbox-group.tsx'
import { Checkbox } from '../checkbox.tsx'
import { ColorField } from '../color-field.tsx'
import { ComboBox } from '../combo-box.tsx'
import { DateField } from '../date-field.tsx'
import { DatePicker } from '../date-picker.tsx'
import { Field } from '../field.tsx'
import { FormActions, FormRow, Form } from '../form.tsx'
import { NumberField } from '../number-field.tsx'
import { PasswordField } from '../password-field.tsx'
import { Radio, RadioGroup } from '../radio-group.tsx'
import { Select } from '../select.tsx'
import { Switch } from '../switch.tsx'
import { TagGroup } from '../tag-group.tsx'
import { TextArea } from '../text-area.tsx'
import { TextField } from '../text-field.tsx'
import { Column, Group, Row, Specimen } from './specimen.tsx'

const types = [
  { id: 'artworks', label: 'Artworks', icon: 'image' },
  { id: 'artists', label: 'Artists', icon: 'user' },
  { id: 'exhibitions', label: 'Exhibitions', icon: 'calendar' },
  { id: 'rooms', label: 'Rooms', icon: 'box', isDisabled: true },
]

const people = [
  {
    title: 'Artists',
    options: [
      { id: 'turner', label: 'Joseph Mallord William Turner', description: '1775–1851' },
      { id: 'constable', label: 'John Constable', description: '1776–1837' },
    ],
  },
  { title: 'Photographers', options: [{ id: 'cameron', label: 'Julia Margaret Cameron' }] },
]

function TextSpecimens() {
  const [height, setHeight] = useState<number | null>(297)
  return (
    <>
      <Specimen title="form, text-field, number-field">
        <Form onSubmit={() => undefined} aria-label="Artwork">
          <FormRow>
            <TextField
              label="Medium"
              hint="2 comments"
              note="text"
              defaultValue="Watercolour on paper"
            />
            <NumberField
              label="Height"
              note="number"
              unit="mm"
              value={height}
              onChange={setHeight}
            />
          </FormRow>
          <TextField
            label="Title"
            isRequired
            defaultValue=""
            placeholder="What is its name?"
            description="Shown in lists and as the page's heading."
          />
          <TextField
            label="Key"
            isCode
            prefix="hash"
            defaultValue="blue rigi"
            isTouched
            errorMessage="key must be letters, digits and dashes"
          />
          <FormActions>
            <Button type="submit" variant="primary">
              Save
            </Button>
            <Button variant="quiet">Cancel</Button>
          </FormActions>
        </Form>
      </Specimen>
      <Specimen title="text-field: title, slug, small, disabled, read-only; password; text-area">
        <Column>
          <div>
            <TextField aria-label="Title" look="title" defaultValue="The Blue Rigi, Sunrise" />
            <TextField aria-label="Slug" look="slug" defaultValue="/the-blue-rigi-sunrise" />
          </div>
          <Row>
            <TextField aria-label="Filter" isSmall prefix="search" placeholder="Filter artworks" />
          </Row>
          <FormRow>
            <TextField label="Disabled" isDisabled defaultValue="Cannot be changed" />
            <TextField label="Read-only" isReadOnly defaultValue="Set by the import" />
          </FormRow>
          <PasswordField label="Password" defaultValue="correct horse battery" />
          <TextArea
            label="Description"
            note="textarea"
            defaultValue="One of three watercolours of Mount Rigi seen across Lake Lucerne, painted for the dealer Thomas Griffith."
          />
        </Column>
      </Specimen>
    </>
  )
}

function ChoiceSpecimens() {
  return (
    <Specimen title="checkbox, checkbox-group, radio-group, switch">
      <Row>
        <Checkbox>Off</Checkbox>
        <Checkbox defaultSelected>On</Checkbox>
        <Checkbox isIndeterminate>Some</Checkbox>
        <Checkbox isDisabled>Disabled</Checkbox>
        <Checkbox isDisabled defaultSelected>
          Disabled
        </Checkbox>
      </Row>
      <CheckboxGroup
        label="Locales"
        note="check-boxes"
        defaultValue={['en']}
        description="Where it is shown."
      >
        <Checkbox value="en">English</Checkbox>
        <Checkbox value="fr">French</Checkbox>
        <Checkbox value="de" description="Not yet translated">
          German
        </Checkbox>
      </CheckboxGroup>
      <RadioGroup
        label="Visibility"
        note="radio-buttons"
        isRequired
        isTouched
        errorMessage="choose who may see it"
      >
        <Radio value="public">Everyone</Radio>
        <Radio value="team" description="People of this project">
          The team
        </Radio>
      </RadioGroup>
      <RadioGroup label="Orientation" orientation="horizontal" defaultValue="landscape">
        <Radio value="landscape">Landscape</Radio>
        <Radio value="portrait">Portrait</Radio>
        <Radio value="square" isDisabled>
          Square
        </Radio>
      </RadioGroup>
      <Field label="On display" note="switch">
        <Row>
          <Switch defaultSelected>Gallery 3</Switch>
          <Switch>Off</Switch>
          <Switch isDisabled>Disabled</Switch>
          <Switch isDisabled defaultSelected>
            Disabled
          </Switch>
        </Row>
      </Field>
    </Specimen>
  )
}

function PickerSpecimens() {
  const [colour, setColour] = useState<string | null>('#2458c5')
  const [none, setNone] = useState<string | null>(null)
  const [tags, setTags] = useState(['mountain', 'lake', 'sunrise', 'birds'])
  return (
    <>
      <Specimen title="select, combo-box, tag-group">
        <FormRow>
          <Select label="Type" options={types} defaultValue="artworks" />
          <Select
            label="Room"
            options={types}
            isTouched
            errorMessage="room is required"
            isRequired
          />
        </FormRow>
        <ComboBox
          label="Artist"
          note="object"
          isRequired
          options={people}
          defaultValue="turner"
          placeholder="Find an artist"
        />
        <FormRow>
          <ComboBox
            label="Field"
            options={types}
            filter="remote"
            isLoading
            placeholder="Type to find"
          />
          <Select label="Disabled" options={types} isDisabled defaultValue="artists" />
        </FormRow>
        <TagGroup
          label="Subjects"
          items={tags.map((tag) => ({ id: tag, label: tag }))}
          onRemove={(ids) => setTags(tags.filter((tag) => !ids.includes(tag)))}
        />
        <TagGroup
          aria-label="Arguments"
          items={[{ id: 'a', label: '1,284 artworks', icon: 'image' }]}
        />
      </Specimen>
      <Specimen title="date-field, date-picker, color-field">
        <FormRow>
          <DatePicker label="Acquired" note="date" defaultValue="2007-03-12" />
          <DatePicker label="Publish" hasTime defaultValue="2026-11-21T09:00" />
        </FormRow>
        <FormRow>
          <DateField label="Born" />
          <DateField
            label="Died"
            isTouched
            errorMessage="must be after the birth"
            defaultValue="1851-12-19"
          />
        </FormRow>
        <FormRow>
          <ColorField label="Wall" note="color" value={colour} onChange={setColour} />
          <ColorField label="Frame" value={none} onChange={setNone} />
        </FormRow>
      </Specimen>
    </>
  )
}

export function FieldSpecimens() {
  return (
    <Group title="Fields">
      <TextSpecimens />
      <ChoiceSpecimens />
      <PickerSpecimens />
    </Group>
  )
}
