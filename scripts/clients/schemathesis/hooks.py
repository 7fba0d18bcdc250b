"""The rules of Doorway that a schema cannot express.

schemathesis takes a 400 of a request that fits the document for a fault. The check `acceptance` does so, too, unless each
problem of the answer is one of these rules, which the partner guide describes.
"""

import re

import schemathesis
from schemathesis.specs.openapi.checks import positive_data_acceptance

# Compared with the operation and one problem, such as "GET /supplierinvoices/suppliers: after needs limit".
rules = re.compile(
    "|".join(
        [
            # A record that the request names must exist.
            r": There is no supplier with the number ",
            r": There is no supplier invoice with the id ",
            r": There is no work order with the id ",
            r": This invoice has no question with the id ",
            r": No project has the proposal id ",
            r": Event \d+ cannot be sent to this endpoint",
            # Two parts of a request must fit together.
            r"^(PUT|PATCH) /supplierinvoices/suppliers/{number}: number must be the number in the path",
            r"^GET /supplierinvoices/suppliers: after needs limit",
            r"^POST /doorway/v1/reconciliations: to must be after from",
            r"^POST /doorway/v1/sandbox/decisions: (decision must be one of |\w+ is required)",
            r"^POST /oauth/(token|revoke): The client (secret is sent both in |_id in the form differs)",
            # No reference of a list twice: uniqueItems compares whole items.
            r"^POST /doorway/v1/reconciliations: supplierInvoices\[\d+\]\.externalReferenceId is the same as ",
            # Exact numbers: validators compute multipleOf with doubles, and no keyword limits digits.
            r"must have at most (30 decimals|100 digits when it is written out)",
            # Invisible characters of Unicode in identifiers: no pattern names them in every language.
            r"must not contain U\+[0-9A-F]{4,6}, which cannot be seen",
            # The name of a webhook's host must have public addresses only.
            r"/doorway/v1/webhooks(/{id})?: url ",
            # Accounts and numbers that a supplier is changed to have check digits.
            r"^(PUT|PATCH) /supplierinvoices/suppliers/{number}: (organizationalNumber|bankGiro|postGiro|iban|bicSwift) ",
            # A file's kind is judged by its bytes.
            r": the file is (empty|of a kind that is not accepted|\w+ by its bytes)",
            # Names that change objects in JavaScript are refused at any depth; a schema would have to describe all JSON.
            r": The body has a field named __proto__ or constructor.prototype",
            # A field of a form is sent once (RFC 6749, section 3.2); schemathesis repeats it for each item of a list.
            r"(is sent more than once|occurs twice)",
            # An answer has at most a hundred problems.
            r": and [0-9,]+ more",
        ]
    ),
    re.DOTALL,
)

# As 404 and 409 they depend on what happened before: events that are gone, a record that has changed.
states = (410, 412)


@schemathesis.check
def acceptance(ctx, response, case):
    """A request that fits the document is accepted, or refused by a rule that no schema expresses."""
    if response.status_code in states:
        return None
    if response.status_code == 400:
        answer = response.json()
        text = answer.get("message", answer.get("error_description", ""))
        # A problem begins with its field, whose name may end with a semicolon.
        problems = re.split("; (?!must |send one of )", text)
        if all(rules.search(f"{case.operation.label}: {problem}") for problem in problems):
            return None
    return positive_data_acceptance(ctx, response, case)
