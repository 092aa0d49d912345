import type { ChatTool } from '@typecase/contract/ai'

const tool = (name: string, description: string, parameters: object): ChatTool => ({
  type: 'function',
  function: { name, description, parameters },
})

const list = {
  type: 'object',
  properties: {
    type: { type: 'string', description: 'Slug of an object type. Leave it out for all.' },
    filter: {
      type: 'string',
      description:
        'A filter line such as: status is draft year >= 1840 title contains "blue rigi" modified_at is last 7 days author in (A, B). Operators: is, is not, contains, does not contain, in, not in, <, <=, >, >=. Join with or, and ( ).',
    },
    sort: { type: 'string', description: 'A field; with - in front for descending: -created_at' },
  },
}

const step = {
  type: 'object',
  properties: {
    command: { type: 'string', description: 'The id of a command that find_commands answered.' },
    args: { type: 'object' },
  },
  required: ['command'],
}

/** The schema of scopes of objects, as used in the arguments of commands. */
export const scopeSchema = {
  description:
    'Which objects: "selection", "open" or "list" for those of the page, or a list of objects with a limit to count some out.',
  anyOf: [
    { enum: ['selection', 'open', 'list'] },
    { ...list, properties: { ...list.properties, limit: { type: 'integer', maximum: 100 } } },
  ],
}

export const findCommands = tool(
  'find_commands',
  'Finds commands of the dashboard by a few words of their titles. Answers up to eight with their arguments as JSON Schema.',
  {
    type: 'object',
    properties: { words: { type: 'string', description: 'One to three words: schedule publish' } },
    required: ['words'],
  },
)

export const objectTypes = tool(
  'object_types',
  'The object types of the bucket with their fields, in short.',
  { type: 'object', properties: {} },
)

export const answer = tool(
  'answer',
  'Ends the conversation. One answer where the sentence is clear, up to three where it can mean several things, none where no command fits.',
  {
    type: 'object',
    properties: {
      answers: {
        type: 'array',
        maxItems: 3,
        items: {
          description:
            'A command with its args, or a list of objects to show, or two to five steps.',
          type: 'object',
          properties: {
            ...step.properties,
            list,
            steps: { type: 'array', minItems: 2, maxItems: 5, items: step },
          },
        },
      },
    },
    required: ['answers'],
  },
)
