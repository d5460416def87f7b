// Handlers of a second person: the rule of a business, what waits for one, and the answers. That a call waits at all is kernel/second-person.
import type { fourEyesCalls } from '../../../contract/calls/people/four-eyes.ts';
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import {
  FEWEST_APPROVERS,
  type FourEyesRequest,
  standingOf,
  WAITING_STATES,
} from '../../../domain/people/four-eyes.ts';
import { type AnswerRequest, type KeptRequest, told } from '../../books/people/four-eyes.ts';
import { deedOf, nowOf } from '../../jobs/kernel/context.ts';
import { type CallContext, type Engine, found, type HandlersOf } from '../kernel/handler.ts';

export function fourEyesHandlers({ secondPerson }: Engine): HandlersOf<typeof fourEyesCalls> {
  const answered = async (
    context: CallContext,
    what: Pick<AnswerRequest, 'id' | 'to' | 'from' | 'outcome'>,
  ): Promise<{ request: FourEyesRequest }> => {
    const { context: job } = context.business;
    const request = await job.books.write('fourEyes.answer', { ...deedOf(job, context.by), ...what });
    return { request: secondPerson.tell(request) };
  };
  return {
    'fourEyes.rule': async (_input, { business }) => {
      const { books, profileId } = business.context;
      return {
        rule: await books.read('fourEyes.rule', { profileId }),
        approvers: secondPerson.whoMay(profileId, null),
      };
    },
    'fourEyes.setRule': async (rule, { business, person, approved, by }) => {
      const { context: job } = business;
      const { books, profileId } = job;
      const few = secondPerson.whoMay(profileId, null).length < FEWEST_APPROVERS;
      if (rule.on.length > 0 && few)
        throw invalidInput(
          'on',
          `needs ${FEWEST_APPROVERS} people here who may approve, so that one can answer the other`,
        );
      const mayLoosen = person === null || approved !== null;
      const isSet = await books.write('fourEyes.setRule', { ...deedOf(job, by), rule, mayLoosen });
      if (!isSet) throw invalidInput('on', 'was changed by somebody else meanwhile');
      secondPerson.changed(profileId);
      return {};
    },
    'fourEyes.list': async (_input, context) => {
      const { context: job } = context.business;
      const { person } = context;
      const now = nowOf(job);
      const isApprover = person !== null && context.may('approver', job.profileId);
      const kept = await job.books.read('fourEyes.list', { profileId: job.profileId });
      const requests = kept.map((request) => {
        const state = standingOf(request, now);
        const isOwn = person?.id === request.askerId;
        const mayAnswer = state === 'open' && isApprover && !isOwn;
        return {
          ...told(request),
          state,
          mayAnswer,
          isOwn,
          who: [...secondPerson.whoMay(job.profileId, request.askerId)],
        };
      });
      return { requests, waiting: requests.filter(({ state }) => WAITING_STATES.some((one) => one === state)).length };
    },
    'fourEyes.approve': async ({ id, print }, context) => ({
      request: await secondPerson.approve(id, print, context),
    }),
    'fourEyes.decline': async ({ id, reason }, context) => {
      const request = await requestOf(context, id);
      if (context.person === null || request.askerId === context.person.id)
        throw notAllowed(secondPerson.whoMay(request.profileId, request.askerId));
      return answered(context, { id, to: 'declined', from: ['open'], outcome: reason });
    },
    'fourEyes.explain': async ({ id, reason }, context) => {
      const request = await requestOf(context, id);
      if (request.askerId !== context.person?.id) throw notAllowed([request.askedBy]);
      const { context: job } = context.business;
      const explained = await job.books.write('fourEyes.explain', { ...deedOf(job, context.by), id, reason });
      return { request: secondPerson.tell(explained) };
    },
    'fourEyes.withdraw': async ({ id, reason: outcome = null }, context) => {
      const request = await requestOf(context, id);
      const isOwn = request.askerId === context.person?.id;
      if (request.state === 'unknown' || request.state === 'restored') {
        if (!isOwn) context.require('approver');
        return answered(context, { id, to: 'seen', from: ['unknown', 'restored'], outcome });
      }
      if (!isOwn) throw notAllowed([request.askedBy]);
      return answered(context, { id, to: 'withdrawn', from: ['open', 'granted'], outcome });
    },
  };
}

async function requestOf(context: CallContext, id: string): Promise<KeptRequest> {
  const { books, profileId } = context.business.context;
  return found(await books.read('fourEyes.get', { profileId, id }), 'request', id);
}

function notAllowed(who: readonly string[]): FailureError {
  return new FailureError({ kind: 'not-allowed', needs: ['approver'], who });
}
