# JimBot in a small image. `docker build -t jimbot .`, then `docker run --rm -it jimbot play`.
# Extras other than these: `docker build --build-arg EXTRAS=live,train -t jimbot .` (see docs/install.md).
FROM python:3.11.13-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml CMakeLists.txt README.md LICENSE ./
COPY core core
COPY bindings bindings
COPY src src
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11.13-slim-bookworm
ARG EXTRAS=events,live,telemetry
COPY constraints.txt /wheels/
COPY --from=build /wheels /wheels
RUN python -m pip install --no-cache-dir -c /wheels/constraints.txt "$(ls /wheels/jimbot-*.whl)[$EXTRAS]" \
    && rm -rf /wheels \
    && useradd --create-home jimbot \
    && install --directory --owner=jimbot /telemetry
USER jimbot
WORKDIR /home/jimbot
VOLUME /telemetry
EXPOSE 12346
ENTRYPOINT ["jimbot"]
CMD ["serve", "--host", "0.0.0.0"]
