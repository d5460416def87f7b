// Calls of the training bench: what a person makes happen in the sandbox.
import { TRAINING, TRAINING_DEED } from '../../domain/console/training.ts';
import { nothing, readCall, writeCall } from '../define.ts';

export const trainingCalls = {
  'training.status': readCall({
    role: 'viewer',
    doc: 'What the training bench of the sandbox has made of its API (`troubles`) and of its receivers. Only of the sandbox.',
    output: TRAINING,
  }),
  'training.act': writeCall({
    role: 'support',
    doc: 'Makes something happen in the sandbox, as a customer, a receiver or the service would, and reads it. Only of the sandbox: of a business it is refused.',
    input: TRAINING_DEED,
    recording: nothing('nobody is paid: the money is made up'),
  }),
} as const;
