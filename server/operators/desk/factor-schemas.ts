import Type from 'typebox';
import {
  arrayOf,
  count,
  form,
  group,
  listOf,
  named,
  oneOf,
  requiredText,
  text,
} from '../../ground/http/document/fields.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { time, timeOrNull } from '../../desk/requests.ts';

const kind = oneOf(['passkey', 'totp'], 'passkey, or totp for an authenticator app.');
const step = text('The key of the step, valid for five minutes. It goes with the answer.');
const base64url = (description: string, maxLength = 10_000) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, description });

const descriptors = (description: string) =>
  listOf(description, {
    id: text('The passkey’s id.'),
    type: text('Always public-key.'),
    transports: Type.Optional(arrayOf(Type.String(), 'How the browser reaches it.')),
  });

const challenge = text('What the passkey signs, in base64url.');
const timeout = count('How long the browser waits, in milliseconds.', 300_000);
const verification = text('Always required: the device asks for a finger, a face or a code.');

const requestOptions = group(
  'For navigator.credentials.get, as PublicKeyCredentialRequestOptionsJSON. Only if a passkey can be used.',
  {
    challenge,
    rpId: text('The host that the passkey is for.', 'doorway.example.com'),
    timeout,
    userVerification: verification,
    allowCredentials: descriptors('The operator’s passkeys; empty if any passkey for this host will do.'),
  },
);

export const ProofChallenge = named('ProofChallenge', 'What is asked for as a proof.', {
  step,
  factors: arrayOf(
    oneOf(['passkey', 'totp', 'recovery'], 'A passkey, a code of an authenticator app, or a recovery code.'),
    'The factors that the operator can use.',
  ),
  passkey: Type.Optional(requestOptions),
});

const assertion = Type.Object(
  {
    id: base64url('The passkey’s id.', 2_000),
    clientDataJSON: base64url('As the browser answered.'),
    authenticatorData: base64url('As the browser answered.'),
    signature: base64url('As the browser answered.'),
    userHandle: Type.Optional(base64url('As the browser answered.', 200)),
  },
  { ...refusesOthers, description: 'The browser’s answer to the challenge.' },
);
const stepInBody = Type.String({ minLength: 1, maxLength: 100, description: 'The key of the step.' });

export const ProofForm = form(
  'ProofForm',
  'A proof: a code, or the answer of a passkey.',
  {
    step: stepInBody,
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The six digits of the authenticator app, or a recovery code. Each works once.',
      }),
    ),
    passkey: Type.Optional(assertion),
  },
  { step: 'N0Vj2m1mYw8mZ7t9cJm3x5sQe4rT6uI8oP0aS2dF4gH', code: '123456' },
);

export const PasskeySignIn = form('PasskeySignIn', 'A sign-in with a passkey alone.', {
  step: stepInBody,
  passkey: assertion,
});

export const Factors = named('Factors', 'The operator’s second factors.', {
  factors: listOf('The factors, oldest first.', {
    id: text('The factor’s id.'),
    kind,
    name: text('The name that the operator chose.', 'The phone'),
    createdAt: time('When it was added.'),
    lastUsedAt: timeOrNull('When it was last used.'),
  }),
  recoveryCodesLeft: count('The number of recovery codes that have not been used.', 10),
});

export const NewPasskey = named('NewPasskey', 'What a new passkey is made of.', {
  step,
  passkey: group('For navigator.credentials.create, as PublicKeyCredentialCreationOptionsJSON.', {
    challenge,
    rp: group('The site.', { id: text('The host that the passkey is for.'), name: text('The name of the service.') }),
    user: group('The operator.', {
      id: text('The operator’s id, in base64url.'),
      name: text('The e-mail address.'),
      displayName: text('The name.'),
    }),
    pubKeyCredParams: listOf('The algorithms.', { type: text('Always public-key.'), alg: count('The COSE number.') }),
    timeout,
    excludeCredentials: descriptors('Passkeys that the operator has already.'),
    authenticatorSelection: group('What kind of passkey.', {
      residentKey: text('Always required: the passkey is found without an e-mail address.'),
      userVerification: verification,
    }),
    attestation: text('Always none.'),
  }),
});

const name = requiredText('A name for it.', 'The phone');

export const PasskeyForm = form('PasskeyForm', 'A new passkey.', {
  step: stepInBody,
  name,
  passkey: Type.Object(
    {
      id: base64url('The passkey’s id.', 2_000),
      clientDataJSON: base64url('As the browser answered.'),
      attestationObject: base64url('As the browser answered.', 50_000),
      transports: Type.Optional(
        Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10, description: 'How the browser reaches it.' }),
      ),
    },
    { ...refusesOthers, description: 'The browser’s answer.' },
  ),
});

export const NewTotp = named('NewTotp', 'What a new authenticator app needs.', {
  step,
  secret: text('The secret, in base32, to type into the app.'),
  address: text('The secret as an address that apps read from a QR code.', 'otpauth://totp/Doorway:a%40example.com?…'),
});

export const TotpForm = form('TotpForm', 'A new authenticator app.', {
  step: stepInBody,
  name,
  code: Type.String({ minLength: 1, maxLength: 20, description: 'The six digits that the app shows.' }),
});

const codes = arrayOf(Type.String(), 'Ten codes, shown only this once. Each replaces a factor once.', [
  'k7dq-3mzt-5xwa-r2hn',
]);

export const FactorAdded = named('FactorAdded', 'The factor was added.', {
  id: text('The factor’s id.'),
  recoveryCodes: Type.Optional(codes),
});

export const RecoveryCodes = named('RecoveryCodes', 'New recovery codes. Earlier ones no longer work.', {
  recoveryCodes: codes,
});

export const factorSchemas = [
  ProofChallenge,
  ProofForm,
  PasskeySignIn,
  Factors,
  NewPasskey,
  PasskeyForm,
  NewTotp,
  TotpForm,
  FactorAdded,
  RecoveryCodes,
];
